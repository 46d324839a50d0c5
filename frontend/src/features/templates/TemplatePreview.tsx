import { useEffect, useRef } from 'react';
import { useUpdateTemplateMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Template } from '@/api/types';
import { Badge, LevelBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { MarkdownText } from '@/components/MarkdownText';
import { Text } from '@/components/Text';
import { useOnePane } from '@/components/useMedia';
import { formatDate } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { canManageTemplates, canSubmit } from '@/lib/permissions';
import { filesOf } from '@/lib/pictures';

interface TemplatePreviewProps {
  readonly template: Template;
  readonly onEdit: () => void;
}

/** A rendered template with its actions. */
export function TemplatePreview({ template, onEdit }: TemplatePreviewProps) {
  const user = useUser();
  const [updateTemplate, { isLoading }] = useUpdateTemplateMutation();
  const { id, name, isActive, isBuiltIn, updatedAt } = template;
  const onePane = useOnePane();
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(id);
  useEffect(() => {
    // Below the list it would open out of view.
    if (onePane && shown.current !== id) title.current?.focus();
    shown.current = id;
  }, [id, onePane]);
  return (
    <Frame caption="Preview">
      <Stack>
        <Stack gap="xs">
          <Text as="h3" strong tone="bright" ref={title} tabIndex={-1}>
            {name}
          </Text>
          <Row gap="md">
            <LevelBadge level={template.requiredClearanceLevel} />
            <Text tone="muted" size="dense">
              {template.category}
            </Text>
            {updatedAt !== null && (
              <Text tone="muted" size="dense">
                Changed {formatDate(updatedAt)}
              </Text>
            )}
            {!isActive && <Badge tone="warn">Retired</Badge>}
          </Row>
          {template.description !== '' && <Text as="p">{template.description}</Text>}
        </Stack>
        <Row>
          {isActive && canSubmit(user) && (
            <LinkButton variant="primary" to={paths.submissionFrom(template)}>
              Use template
            </LinkButton>
          )}
          {!isBuiltIn && canManageTemplates(user) && (
            <>
              <Button onClick={onEdit}>Edit</Button>
              <Button
                busy={isLoading}
                onClick={() => void updateTemplate({ id, updateTemplateRequest: { isActive: !isActive } })}
              >
                {isActive ? 'Retire' : 'Offer again'}
              </Button>
            </>
          )}
        </Row>
        <MarkdownText text={template.content} files={filesOf(template)} />
      </Stack>
    </Frame>
  );
}
