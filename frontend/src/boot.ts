// Sets the stored theme before the first paint, so that no other theme flashes. It is a separate script because the
// content security policy does not allow inline scripts.
import { resolveTheme } from '@/theme/themes';

try {
  const saved: unknown = JSON.parse(localStorage.getItem('facility.theme') ?? 'null');
  document.documentElement.className = `theme-${resolveTheme(saved)}`;
} catch {
  // Storage may be blocked or invalid; the class in the HTML then stays.
}
