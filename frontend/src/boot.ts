// Runs before the first paint, so that a returning operator never sees a flash of another theme.
// It is a script of its own because the content security policy allows no inline script.
import { resolveTheme } from '@/theme/themes';

try {
  const saved: unknown = JSON.parse(localStorage.getItem('facility.theme') ?? 'null');
  document.documentElement.className = `theme-${resolveTheme(saved)}`;
} catch {
  // Storage may be blocked or hold something else; the class in the page stands.
}
