import type { ArchiveSection, SectionType } from '@/api/types';
import type { CreateSectionRequest } from '@/api/generated';
import { atMostCharacters, checkFields, where, type Fields, type Rule } from '@/lib/checks';

/** Limits of the server: characters of name and description, and the highest order. */
const sectionLimits = { name: 100, description: 1000, order: 9999 } as const;

/** The types of sections, in the order in which they are offered and listed. */
export const sectionTypes = [
  { value: 'story_arc', label: 'Story arc', heading: 'Story arcs' },
  { value: 'timeline', label: 'Timeline', heading: 'Timelines' },
  { value: 'category', label: 'Category', heading: 'Categories' },
  { value: 'general', label: 'General', heading: 'General' },
] as const satisfies readonly {
  readonly value: SectionType;
  readonly label: string;
  readonly heading: string;
}[];

export function typeName(type: SectionType): string {
  return sectionTypes.find(({ value }) => value === type)?.label ?? type;
}

export interface TreeRow {
  readonly section: ArchiveSection;
  /** Number of its ancestors. */
  readonly depth: number;
}

/** The root sections of one type, each followed by its descendants. */
export interface TreeGroup {
  readonly heading: string;
  readonly rows: readonly TreeRow[];
}

/** A section and all its descendants. */
function branch(
  section: ArchiveSection,
  depth: number,
  sections: readonly ArchiveSection[],
): readonly TreeRow[] {
  const below = sections.filter(({ parentSection }) => parentSection === section.id);
  return [{ section, depth }, ...below.flatMap((child) => branch(child, depth + 1, sections))];
}

/** The tree of the sections in the order of the server. A section whose parent is not listed is a root. */
export function treeOf(sections: readonly ArchiveSection[]): readonly TreeGroup[] {
  const known = new Set(sections.map(({ id }) => id));
  const roots = sections.filter(({ parentSection }) => parentSection === null || !known.has(parentSection));
  return sectionTypes
    .map(({ value, heading }) => ({
      heading,
      rows: roots
        .filter(({ sectionType }) => sectionType === value)
        .flatMap((root) => branch(root, 0, sections)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Every section on its own line, in the order of the tree. */
export function rowsOf(sections: readonly ArchiveSection[]): readonly TreeRow[] {
  return treeOf(sections).flatMap(({ rows }) => rows);
}

/** The possible parents of a section: all sections except itself and its descendants. */
export function parentsFor(
  section: ArchiveSection | null,
  sections: readonly ArchiveSection[],
): readonly TreeRow[] {
  const below = section === null ? [] : branch(section, 0, sections).map(({ section: { id } }) => id);
  return rowsOf(sections).filter(({ section: { id } }) => !below.includes(id));
}

export type SectionValues = Fields<'name' | 'description' | 'sectionType' | 'parent' | 'order'>;

export const emptySection: SectionValues = {
  name: '',
  description: '',
  sectionType: 'story_arc',
  parent: '',
  order: '0',
};

const isOrder: Rule = where(
  (value) => /^\d{1,4}$/.test(value.trim()),
  `Display order must be between 0 and ${sectionLimits.order}`,
);

/** Rules for a section. A blank name disables the button. */
export const checkSection = checkFields<SectionValues>({
  name: [
    where((value) => value.trim() !== '', 'Name is required'),
    atMostCharacters('Name', sectionLimits.name),
  ],
  description: [atMostCharacters('Description', sectionLimits.description)],
  sectionType: [],
  parent: [],
  order: [isOrder],
});

/** The initial values of the form for a section to edit, or for a new one. */
export function valuesOf(section: ArchiveSection | null): SectionValues {
  if (section === null) return emptySection;
  const { name, description, sectionType, parentSection, displayOrder } = section;
  return { name, description, sectionType, parent: parentSection ?? '', order: String(displayOrder) };
}

export function requestOf(values: SectionValues) {
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    sectionType: values.sectionType as SectionType,
    parentSection: values.parent === '' ? null : values.parent,
    displayOrder: Number(values.order),
  } satisfies CreateSectionRequest;
}
