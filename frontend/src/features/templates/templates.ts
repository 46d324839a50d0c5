import type { CreateTemplateRequest } from '@/api/generated';
import type { Template } from '@/api/types';
import { checkFields, where, type Fields, type Rule } from '@/lib/checks';
import { draws, textRules } from '@/lib/recordText';

/** Maximum length of name, description and content, in characters. */
export const templateLimits = { name: 100, description: 500, content: 20_000 } as const;

export type TemplateValues = Fields<'name' | 'category' | 'level' | 'description' | 'content'>;

/** An empty form. By default, everyone may see the template. */
export const emptyTemplate: TemplateValues = {
  name: '',
  category: '',
  level: '1',
  description: '',
  content: '',
};

const isGiven: (label: string) => Rule = (label) => where(draws, `${label} is required`);

export const checkTemplate = checkFields<TemplateValues>({
  name: [isGiven('Name'), ...textRules('Name', templateLimits.name, 'line')],
  category: [isGiven('Category')],
  level: [isGiven('Required clearance')],
  description: textRules('Description', templateLimits.description, 'line'),
  content: [isGiven('Content'), ...textRules('Content', templateLimits.content, 'lines')],
});

export function isMissing({ name, category, content }: TemplateValues): boolean {
  return [name, category, content].some((value) => value.trim() === '');
}

/** The initial values of the form for a template to edit, or for a new one. */
export function valuesOf(template: Template | null): TemplateValues {
  if (template === null) return emptyTemplate;
  const { name, category, requiredClearanceLevel, description, content } = template;
  return { name, category, level: String(requiredClearanceLevel), description, content };
}

interface TemplateRequest extends Pick<CreateTemplateRequest, 'name' | 'category' | 'content'> {
  readonly requiredClearanceLevel: number;
  readonly description: string;
}

export function requestOf(values: TemplateValues): TemplateRequest {
  return {
    name: values.name.trim(),
    category: values.category as CreateTemplateRequest['category'],
    content: values.content,
    requiredClearanceLevel: Number(values.level),
    description: values.description.trim(),
  };
}

export interface TemplateGroup {
  readonly name: string;
  readonly templates: readonly Template[];
}

/** The templates by origin, without empty groups. */
export function groupsOf(templates: readonly Template[]): readonly TemplateGroup[] {
  const groups = [
    { name: 'Built-in', templates: templates.filter(({ isBuiltIn }) => isBuiltIn) },
    { name: 'Custom', templates: templates.filter((each) => !each.isBuiltIn && each.isActive) },
    { name: 'Retired', templates: templates.filter(({ isActive }) => !isActive) },
  ];
  return groups.filter((group) => group.templates.length > 0);
}
