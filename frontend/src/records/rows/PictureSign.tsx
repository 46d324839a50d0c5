import styled from '@emotion/styled';
import { tip } from '@/components/tips';
import { plural } from '@/lib/text';
import { mixin, theme } from '@/theme/theme';

const Sign = styled.svg`
  ${mixin.icon}
  flex: none;
  align-self: center;
  color: ${theme.color.muted};
`;

/** An icon that says that a record has pictures; nothing for none. */
export function PictureSign({ count }: { readonly count: number }) {
  if (count === 0) return null;
  const name = plural(count, 'picture');
  return (
    <Sign viewBox="0 0 16 16" role="img" aria-label={name} data-screen-only="" {...tip(name)}>
      <path d="M1.5 2.5h13v11h-13zM1.5 11 6 7l3.5 3.5L12 8l2.5 2.5M11 5.5h.5" />
    </Sign>
  );
}
