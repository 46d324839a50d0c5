import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const List = styled.ul`
  font: ${font.dense};
  color: ${color.text};

  > li {
    display: grid;
    grid-template-columns: 32px minmax(0, 1fr);
    gap: 8px;
  }

  b {
    font: ${font.badge};
    line-height: inherit;
    color: ${color.muted};
  }

  [data-state='OK'] {
    color: ${color.ok};
  }

  [data-state='NO'] {
    color: ${color.danger};
  }
`;

interface PasswordRule {
  readonly words: string;
  /** `null` while nothing is typed, and for rules that only the server checks. */
  readonly holds: boolean | null;
}

/** The rules of a new password, ticked during typing. */
export function PasswordRules({ rules }: { readonly rules: readonly PasswordRule[] }) {
  return (
    <List aria-label="Rules for the new password">
      {rules.map(({ words, holds }) => {
        const state = holds === null ? '-' : holds ? 'OK' : 'NO';
        return (
          <li key={words}>
            <b data-state={state}>{state}</b>
            <span>{words}</span>
          </li>
        );
      })}
    </List>
  );
}
