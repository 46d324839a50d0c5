import { useListUsersQuery, useUpdateSiteSettingsMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Text } from '@/components/Text';
import type { SiteLayer } from '@/state/uiSlice';
import { whoIsHit, words } from './questions';

interface SiteDialogProps {
  readonly question: SiteLayer;
  readonly onClose: () => void;
}

/** Asks before something is done to the whole site: what it does, and to how many. */
export function SiteDialog({ question, onClose }: SiteDialogProps) {
  const user = useUser();
  const counted = question === 'lock' || question === 'require-2fa';
  // Counted over what is so now, and not over what a screen saw a while ago.
  const users = useListUsersQuery({}, { skip: !counted, refetchOnMountOrArgChange: true });
  const [updateSiteSettings, { isLoading }] = useUpdateSiteSettingsMutation();
  const { title, description, confirmLabel, danger, request } = words[question];
  const waiting = counted && users.isFetching;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={isLoading || waiting}
      onConfirm={() => {
        void updateSiteSettings(request).then(onClose);
      }}
    >
      {counted && (
        <div role="status">
          <Text as="p" strong tone="warn">
            {waiting && 'Counting accounts.'}
            {!waiting && users.error && `The accounts could not be counted. ${describeError(users.error)}`}
            {!waiting && !users.error && users.data && whoIsHit(question, users.data, user)}
          </Text>
        </div>
      )}
    </ConfirmDialog>
  );
}
