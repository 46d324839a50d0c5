import { afresh } from '@/api/baseApi';
import { api, useUpdateSettingsMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { paths } from '@/lib/paths';
import { isEmergencyAccount } from '@/lib/permissions';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useToast } from '@/state/hooks';

/** Shows hidden first steps on the main terminal again. */
export function FirstStepsAgain() {
  const user = useUser();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [update, { isLoading }] = useUpdateSettingsMutation();
  if (isEmergencyAccount(user) || !user.firstStepsHidden) return null;
  const show = async () => {
    const answer = await update({ firstStepsHidden: false });
    if (answer.error !== undefined) return;
    const board = await dispatch(api.endpoints.getBoard.initiate(undefined, afresh));
    if (board.data?.firstSteps === null) toast({ tone: 'info', title: 'All first steps are done' });
    else await navigate(paths.home);
  };
  return (
    <Button size="sm" variant="flat" busy={isLoading} onClick={() => void show()}>
      First steps
    </Button>
  );
}
