import { useListUsersQuery, useUpdateSiteSettingsMutation } from '@/api/endpoints';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Text } from '@/components/Text';
import { describeError } from '@/lib/errors';
import type { SiteLayer } from '@/state/uiSlice';
import { affectedAccounts, words } from './questions';

interface SiteDialogProps {
  readonly question: SiteLayer;
  readonly onClose: () => void;
}

/** Asks for confirmation before a change to the whole site, with its effect and the number of affected accounts. */
export function SiteDialog({ question, onClose }: SiteDialogProps) {
  const counted = question === 'lock' || question === 'require-2fa';
  // Counted from the current accounts, not from an earlier response.
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
      onConfirm={() => void updateSiteSettings(request).then(onClose)}
    >
      {counted && (
        <div role="status">
          <Text as="p" strong tone="warn">
            {waiting && 'Counting accounts.'}
            {!waiting && users.error && `The accounts could not be counted. ${describeError(users.error)}`}
            {!waiting && !users.error && users.data && affectedAccounts(question, users.data)}
          </Text>
        </div>
      )}
    </ConfirmDialog>
  );
}
