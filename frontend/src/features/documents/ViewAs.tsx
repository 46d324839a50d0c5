import { useView } from '@/state/useView';
import { ViewAsBand, ViewAsSelect } from './ViewAs.style';

export function ViewChoice() {
  const { level, levels, setLevel } = useView();
  if (levels.length === 0) return null;
  return <ViewAsSelect level={level} levels={levels} onChange={setLevel} />;
}

/** The warning above a screen that is shown in a preview. */
export function ViewBand() {
  const { level, setLevel } = useView();
  return <ViewAsBand level={level} onChange={setLevel} />;
}
