import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCompareVersionsQuery, useRevertDocumentMutation } from '@/api/endpoints';
import type { DocumentRecord, DocumentVersion } from '@/api/types';
import { DefinitionList } from '@/components/DefinitionList';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Stack } from '@/components/Layout';
import { attachedFiles } from '@/lib/attachedFiles';
import { fileSegments, haveFilesChanged } from '@/lib/fileSegments';
import { changeWords, levelWords } from './versions';

interface RevertDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly document: DocumentRecord;
  readonly version: DocumentVersion;
  /** The current version; `undefined` if it is not in the list. */
  readonly current: DocumentVersion | undefined;
  /** Called after the revert with the number of the new version. */
  readonly onReverted: (version: number) => void;
}

/** Asks for confirmation before a document is reverted to an earlier version, and lists the changes. */
export function RevertDialog({ open, onClose, document, version, current, onReverted }: RevertDialogProps) {
  const [revertDocument, { isLoading }] = useRevertDocumentMutation();
  const { currentData: diff } = useCompareVersionsQuery(
    open && current !== undefined ? { id: document.id, from: current.id, to: version.id } : skipToken,
  );
  const revert = async () => {
    try {
      const after = await revertDocument({ id: document.id, versionId: version.id }).unwrap();
      onReverted(after.version);
    } catch {
      // The notification has shown the reason.
    } finally {
      onClose();
    }
  };
  const files = fileSegments(attachedFiles(document), attachedFiles(version));
  const { versionNumber } = version;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={`Revert to version ${versionNumber}`}
      description={
        `The document takes the title, text, category and files of version ${versionNumber}, ` +
        `as version ${document.version + 1}. A backup of the current version will be created.`
      }
      confirmLabel="Revert"
      danger
      busy={isLoading}
      onConfirm={() => void revert()}
    >
      <Stack below>
        <DefinitionList
          items={[
            { term: 'Level', value: levelWords(version, document.clearanceLevel) },
            {
              term: 'Changes',
              value:
                diff === undefined
                  ? 'Comparing…'
                  : changeWords(diff.added, diff.removed, haveFilesChanged(files)),
            },
          ]}
        />
      </Stack>
    </ConfirmDialog>
  );
}
