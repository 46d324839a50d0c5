import type { Template } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { DataRow, DataRows } from '@/components/list/DataRow';
import { Text } from '@/components/Text';
import { paths } from '@/lib/paths';
import { Link } from '@/router/Link';
import { groupsOf } from './templates';

interface TemplateListProps {
  readonly templates: readonly Template[];
  /** Id of the template that is shown beside the list. */
  readonly current: string;
  readonly onOpen: () => void;
}

/** The templates by origin. Choosing one puts it into the address and shows it. */
export function TemplateList({ templates, current, onOpen }: TemplateListProps) {
  return (
    <Frame caption="On file" list>
      <Stack gap="md">
        {groupsOf(templates).map((group) => (
          <div key={group.name}>
            <Text as="h3" size="dense" tone="muted" upper>
              {group.name} {group.templates.length}
            </Text>
            <DataRows>
              {group.templates.map((template) => (
                <DataRow
                  key={template.id}
                  title={
                    <Link
                      to={paths.template(template.id)}
                      onClick={onOpen}
                      aria-current={template.id === current ? 'true' : undefined}
                    >
                      {template.name}
                    </Link>
                  }
                  meta={
                    <>
                      <LevelBadge level={template.requiredClearanceLevel} />
                      <span>{template.category}</span>
                    </>
                  }
                >
                  {template.description}
                </DataRow>
              ))}
            </DataRows>
          </div>
        ))}
      </Stack>
    </Frame>
  );
}
