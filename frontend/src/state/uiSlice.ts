import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { personChanged } from '@/api/sessionSlice';
import { readStored } from '@/lib/storage';
import { resolveTheme, type ThemeName } from '@/theme/themes';

export type NoticeTone = 'ok' | 'danger' | 'warn' | 'info';

/** The notification on screen; there is at most one. */
export interface Toast {
  readonly id: number;
  readonly tone: NoticeTone;
  readonly title: string;
  readonly description?: string | undefined;
}

/** The content of the first cell of the status bar. */
export type Mode =
  | 'READY'
  | 'READ'
  | 'REVIEW'
  | 'FILTER'
  | 'EDIT'
  | 'COMPARE'
  | 'WATCH'
  | 'VERIFY'
  | 'MAIL'
  | 'SYNC'
  | 'LOCKED';

export interface StatusLine {
  readonly mode: Mode;
  /** `shown / all`, if the screen counts something. */
  readonly count: string | null;
  /**
   * The keys of the screen with their effects, such as `j k row, u refresh`. No-break spaces keep a key and its word
   * together.
   */
  readonly hints?: string | undefined;
  /** The open item, if it is not a record that also names the window. */
  readonly about?: ShownRecord | undefined;
}

/** A confirmation that concerns the whole site. */
export type SiteLayer = 'lock' | 'unlock' | 'require-2fa' | 'waive-2fa';

/** The layer over the page that a key or command has opened. */
export type Layer = 'palette' | 'keys' | SiteLayer | null;

/** A row of a list: its index, and the key of its item, which may have moved since. */
export interface RowPosition {
  readonly index: number;
  readonly key: string;
  /** The reader continued from it to other records, so it is not the row where the list was left. */
  readonly isMoved?: boolean;
}

export interface ShownRecord {
  readonly title: string;
  /** Its short id and level; `null` if its text is not shown. */
  readonly label: string | null;
}

/** Maximum number of history entries with a remembered row. */
const maxRowPositions = 50;

/** State of the live connection: not needed, open, or broken. */
export type LinkState = 'off' | 'up' | 'down';

interface UiState {
  readonly toast: Toast | null;
  readonly lastToastId: number;
  readonly layer: Layer;
  readonly theme: ThemeName;
  /** The theme previewed while its line in the palette is selected; it is not saved. */
  readonly preview: ThemeName | null;
  /** The theme selected on the settings screen but not saved. */
  readonly unsavedTheme: ThemeName | null;
  /** The lines entered into the command line of the main terminal, oldest first. */
  readonly lines: readonly string[];
  /** Single-key shortcuts can be turned off (WCAG 2.1.4). */
  readonly hotkeys: boolean;
  readonly status: StatusLine;
  /** The last key, if it was pressed too early to decide on a case. */
  readonly earlyKey: string | null;
  /** The record on screen, for the window title and for print; `null` if there is none. */
  readonly record: ShownRecord | null;
  readonly link: LinkState;
  /** The last focused row of each history entry; the latest entry comes last. */
  readonly rowPositions: readonly (readonly [entry: string, place: RowPosition])[];
}

/** Maximum number of earlier lines that the command line remembers. */
const linesKept = 50;

export const readyStatus: StatusLine = { mode: 'READY', count: null };

function initialState(): UiState {
  return {
    toast: null,
    lastToastId: 0,
    layer: null,
    theme: resolveTheme(readStored('theme')),
    preview: null,
    unsavedTheme: null,
    lines: [],
    hotkeys: readStored('hotkeys') ?? true,
    status: readyStatus,
    earlyKey: null,
    record: null,
    link: 'off',
    rowPositions: [],
  };
}

/** State that belongs only to this window. */
export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    toastShown(state, action: PayloadAction<Omit<Toast, 'id'>>) {
      state.lastToastId += 1;
      state.toast = { ...action.payload, id: state.lastToastId };
    },
    toastDismissed(state, action: PayloadAction<number>) {
      if (state.toast?.id === action.payload) state.toast = null;
    },
    layerOpened(state, action: PayloadAction<Layer>) {
      state.layer = action.payload;
    },
    /** Closes this layer. A layer that was opened in its place stays. */
    layerClosed(state, action: PayloadAction<Layer>) {
      if (state.layer === action.payload) state.layer = null;
    },
    themeApplied(state, action: PayloadAction<ThemeName>) {
      state.theme = action.payload;
    },
    themePreviewed(state, action: PayloadAction<ThemeName | null>) {
      state.preview = action.payload;
    },
    themeTried(state, action: PayloadAction<ThemeName | null>) {
      state.unsavedTheme = action.payload;
    },
    lineEntered(state, action: PayloadAction<string>) {
      if (state.lines.at(-1) !== action.payload) {
        state.lines = [...state.lines, action.payload].slice(-linesKept);
      }
    },
    hotkeysSet(state, action: PayloadAction<boolean>) {
      state.hotkeys = action.payload;
    },
    linkChanged(state, action: PayloadAction<LinkState>) {
      state.link = action.payload;
    },
    recordNamed(state, action: PayloadAction<ShownRecord | null>) {
      state.record = action.payload;
    },
    rowFocused(state, action: PayloadAction<{ readonly entry: string; readonly place: RowPosition }>) {
      const { entry, place } = action.payload;
      const others = state.rowPositions.filter(([known]) => known !== entry);
      state.rowPositions = [...others, [entry, place] as [string, RowPosition]].slice(-maxRowPositions);
    },
    keyRefused(state, action: PayloadAction<string | null>) {
      state.earlyKey = action.payload;
    },
    statusSet(state, action: PayloadAction<StatusLine>) {
      state.status = action.payload;
    },
  },
  extraReducers: (builder) => {
    // A notification, an open layer or a count may contain what only the previous user could read.
    builder.addCase(personChanged, (state) => {
      state.toast = null;
      state.layer = null;
      state.status = readyStatus;
      state.record = null;
      state.rowPositions = [];
      state.preview = null;
      state.unsavedTheme = null;
      state.lines = [];
    });
  },
});

export const {
  toastShown,
  toastDismissed,
  layerOpened,
  layerClosed,
  themeApplied,
  themePreviewed,
  themeTried,
  lineEntered,
  hotkeysSet,
  keyRefused,
  statusSet,
  recordNamed,
  rowFocused,
  linkChanged,
} = uiSlice.actions;
