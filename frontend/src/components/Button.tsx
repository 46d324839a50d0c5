import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styled from '@emotion/styled';
import { byPerson } from '@/lib/activity';
import { plural } from '@/lib/text';
import { Link, type LinkProps } from '@/router/Link';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { Caret } from './Text';
import { tip } from './tips';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font, media } = theme;

/**
 * `danger` opens a confirmation and `destroy` confirms it: the fill distinguishes it in a palette where every color is
 * red. `flat` is for links beside action buttons: underlined text without a border.
 */
type ButtonVariant = 'default' | 'primary' | 'danger' | 'destroy' | 'flat';
type ButtonSize = 'md' | 'sm';

interface Look {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
}

const looks: Readonly<Record<ButtonVariant, string>> = {
  default: `color:${color.text};border-color:${color.edge};background:transparent;`,
  primary: `color:${color.onAccent};border-color:${color.accent};background:${color.accent};
  box-shadow:0 0 20px color-mix(in srgb,${color.accent} 34%,transparent);`,
  danger: `color:${color.danger};border-color:${color.danger};background:transparent;`,
  destroy: `color:${color.onAccent};border-color:${color.danger};background:${color.danger};`,
  flat: `color:${color.text};border-color:transparent;background:transparent;text-decoration:underline;
  text-decoration-color:${color.edge};text-underline-offset:4px;`,
};

/** Background on hover, always brighter than the default one. */
const hovers: Readonly<Record<ButtonVariant, string>> = {
  default: color.text,
  primary: color.bright,
  danger: color.danger,
  destroy: color.bright,
  flat: color.text,
};

/** On a phone, links to other screens form a list that starts at the edge of the page. */
const onPhones: Readonly<Record<ButtonVariant, string>> = {
  default: '',
  primary: '',
  danger: '',
  destroy: '',
  flat: 'padding-inline:0;text-align:left;white-space:nowrap;',
};

export function buttonStyle({ variant = 'default', size = 'md' }: Look): string {
  const small = size === 'sm';
  return `
  font:${small ? font.badge : font.strong};line-height:22px;letter-spacing:.06em;text-transform:uppercase;text-align:center;
  text-decoration:none;display:inline-block;border:1px solid;cursor:pointer;white-space:nowrap;
  padding:${small ? '4px 10px' : '8px 16px'};min-height:${small ? 32 : 40}px;
  ${looks[variant]}
  ${variant === 'flat' ? 'padding-inline:8px;' : `&::before{content:'[ ' / ''} &::after{content:' ]' / ''}`}
  ${variant === 'danger' || variant === 'destroy' ? `.is-lockdown &::before{content:'[ ! ' / ''}` : ''}
  &:hover:not(:disabled,[aria-disabled],[data-incomplete]){background:${hovers[variant]};border-color:${hovers[variant]};color:${color.onAccent}}
  &[aria-pressed='true']{color:${color.bright};background:${color.raised};box-shadow:inset 0 -3px 0 ${color.text}}
  &:disabled,&[aria-disabled]:not([aria-busy]),&[data-incomplete]:not([aria-busy]){color:${color.muted};border-style:dashed;border-color:${color.edge};background:transparent;box-shadow:none;cursor:not-allowed}
  ${media.phone}{min-height:44px;padding:${small ? '10px 8px' : '10px 12px'};white-space:normal;
    &::before,&::after{content:none}
    ${onPhones[variant]}
    ${variant === 'danger' || variant === 'destroy' ? `.is-lockdown &::before{content:'! ' / ''}` : ''}}
  @media print{display:none}
  `;
}

const Plain = styled('button', omitProps('variant', 'size'))<Look>(buttonStyle);

const Anchor = styled(Link, omitProps('variant', 'size'))<Look>(buttonStyle);

const FileAnchor = styled('a', omitProps('variant', 'size'))<Look>(buttonStyle);

/** Keeps the width of the label that is replaced during a request, so that nothing moves. */
const Swap = styled.span`
  display: inline-grid;
  justify-items: center;

  > * {
    grid-area: 1 / 1;
  }
`;

const Ghost = styled.span`
  visibility: hidden;
`;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** A request is running: the label becomes WORKING and presses are ignored. */
  readonly busy?: boolean | undefined;
  /**
   * Why the button is disabled, shown as its tooltip. It stays in the tab order so that keyboard users can read the
   * reason.
   */
  readonly why?: string | null | undefined;
  /** Seconds until the button can be pressed after too many attempts, shown in place of the label; `null` for none. */
  readonly wait?: number | null | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly children: ReactNode;
}

/**
 * `[ LABEL ]`. The brackets are decoration and not part of the name. Requests that a press starts count as the user's.
 * A busy button keeps its type and the focus but ignores presses: if the submit button changed its type, Enter would
 * still submit the form.
 */
export function Button(props: ButtonProps) {
  const {
    busy = false,
    why = null,
    wait = null,
    children,
    disabled,
    onClick,
    type = 'button',
    ...rest
  } = props;
  const isIdle = busy || why !== null || wait !== null;
  return (
    <Plain
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={isIdle || undefined}
      aria-busy={busy || undefined}
      {...tip(why)}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
        else if (onClick) byPerson(() => onClick(event));
      }}
    >
      {busy ? (
        <Swap>
          <Ghost aria-hidden="true">{children}</Ghost>
          <span>
            <span aria-hidden="true">
              Working
              <Caret />
            </span>
            <VisuallyHidden>{children}, working</VisuallyHidden>
          </span>
        </Swap>
      ) : wait === null ? (
        children
      ) : (
        `Wait ${plural(wait, 'second')}`
      )}
    </Plain>
  );
}

/** The props of a link that looks like a button. */
export interface LinkButtonProps extends Look, Omit<LinkProps, 'style' | 'className'> {
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
  readonly children: ReactNode;
}

/** A link to another screen that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  return <Anchor {...props} />;
}

interface DownloadButtonProps extends Look {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to a file that looks like a button; the browser saves it. */
export function DownloadButton({ children, ...rest }: DownloadButtonProps) {
  return (
    <FileAnchor {...rest} download>
      {children}
    </FileAnchor>
  );
}
