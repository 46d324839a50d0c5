import { readFileSync } from 'node:fs';
import path from 'node:path';
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jest from 'eslint-plugin-jest';
import jestDom from 'eslint-plugin-jest-dom';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import testingLibrary from 'eslint-plugin-testing-library';
import tseslint from 'typescript-eslint';

/** A mutation trigger resolves even if the request failed; awaiting it without `unwrap` ignores the failure. */
const mutations = [
  ...readFileSync(path.join(import.meta.dirname, 'src/api/generated.ts'), 'utf8').matchAll(
    /(\w+): build\.mutation</g,
  ),
]
  .map(([, name]) => name)
  .join('|');

const syntaxRules = [
  {
    selector: `AwaitExpression > CallExpression[callee.type="Identifier"][callee.name=/^(${mutations})$/]`,
    message: 'A trigger resolves on failure too: await `trigger(arg).unwrap()`, or do not await at all.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
];

/** Two listeners could disagree about sequences, fields and dialogs. */
const keyRule = {
  selector: 'Literal[value=/^key(down|up|press)$/]',
  message: 'One file listens to keys, keyboard/keyboard.ts: open a scope with useScope or useKeyMap.',
};

/** The keys sheet and the documentation are generated from the table. */
const keyTableRules = [
  // Levels and options are digits, which are not identifiers.
  'CallExpression[callee.name=/^use(KeyMap|DecisionKeys)$/] > ObjectExpression > Property[computed=false] > Identifier.key',
  'CallExpression[callee.name="useKey"] > Literal',
  'CallExpression[callee.name=/^(pressedBy|controlOf|isPressedBy)$/] > Literal',
  'JSXAttribute[name.name="aria-keyshortcuts"] > Literal[value=/^.$/]',
  'JSXElement[openingElement.name.name=/^(Kbd|KeyCap|PrimaryKey)$/] > JSXText[value=/^[^0-9]$/]',
].map((selector) => ({ selector, message: 'Single keys come from the table, keyboard/keys.ts.' }));

const styleRules = [
  {
    selector: 'Literal[value=/#[0-9a-fA-F]{3,8}\\b/], TemplateElement[value.raw=/#[0-9a-fA-F]{3,8}\\b/]',
    message: 'Colors live in theme/tokens.ts; use theme.color.*.',
  },
  {
    selector: 'TemplateElement[value.raw=/outline:\\s*none/]',
    message: 'Focus stays visible; only theme/global.tsx may touch the outline.',
  },
  {
    selector: 'TemplateElement[value.raw=/border-radius:\\s*[1-9]/]',
    message: 'Corners are square.',
  },
  {
    selector: 'TemplateElement[value.raw=/(animation|transition):/]',
    message: 'Motion comes from theme.motion, which respects the wish for less of it.',
  },
];

/** Patterns that make a browser test pass or fail by chance. */
const browserTestRules = [
  {
    selector: 'CallExpression[callee.property.name="waitForTimeout"]',
    message: 'Wait for what the page shows or sends, not for a time.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(on|once)$/] > :function[async=true]',
    message:
      'Nobody awaits an async listener: its failure ends another test. Use waitForResponse or waitForEvent.',
  },
  {
    selector: 'CallExpression[callee.property.name="waitFor"][callee.object.arguments.0.value="alertdialog"]',
    message: 'A question is on screen before its button has the focus: answer it with confirmByKey.',
  },
  {
    selector:
      'ExpressionStatement:has(CallExpression[callee.property.name="press"] > Literal[value=/^(control|controlormeta)[+]k$/i])' +
      ' + ExpressionStatement:has(CallExpression[callee.property.name="type"])',
    message: 'The palette comes later than its key: fill its field.',
  },
];

/** Short time limits of expectations; allowed within `toPass` and in files that measure times. */
const shortLimit = {
  selector:
    'CallExpression[callee.property.name=/^(to[A-Z]|poll$)/] > ObjectExpression > Property[key.name="timeout"]' +
    ' > Literal[value<10000]:not(CallExpression[callee.property.name="toPass"] :function Literal)',
  message: 'Expectations wait for at least 10 s: a loaded machine uses up less.',
};

/**
 * The rules that run React's compiler on a file take a fifth of all linting time; components of tests are rendered only
 * once.
 */
const compilerRules = Object.keys(reactHooks.configs.flat.recommended.rules).filter(
  (rule) => rule !== 'react-hooks/rules-of-hooks' && rule !== 'react-hooks/exhaustive-deps',
);

const untypedHooks = {
  name: 'react-redux',
  importNames: ['useDispatch', 'useSelector'],
  message: 'Use useAppDispatch and useAppSelector from state/hooks.',
};

/** The rest of the library matches routes and loads data, neither of which is used. */
const routerParts = {
  name: 'react-router-dom',
  allowImportNames: ['Location', 'NavigationType', 'useLocation', 'useNavigationType'],
  message: 'Links and navigation are in router/.',
};

/** The layers that each layer may import; all others are refused. */
const layers = {
  lib: ['lib'],
  keyboard: ['lib', 'keyboard'],
  router: ['lib', 'router'],
  theme: ['lib', 'theme'],
  components: ['lib', 'router', 'keyboard', 'theme', 'components'],
  api: ['lib', 'api'],
  state: ['lib', 'router', 'keyboard', 'theme', 'api', 'state'],
  text: ['lib', 'router', 'theme', 'components', 'api', 'state', 'text'],
  records: ['lib', 'router', 'keyboard', 'theme', 'components', 'api', 'state', 'records'],
  commands: ['lib', 'router', 'theme', 'api', 'state', 'commands'],
  feature: [
    'lib',
    'router',
    'keyboard',
    'theme',
    'components',
    'api',
    'state',
    'text',
    'records',
    'commands',
  ],
  app: [
    'lib',
    'router',
    'keyboard',
    'theme',
    'components',
    'api',
    'state',
    'text',
    'records',
    'commands',
    'feature',
    'app',
  ],
};

const layerPolicies = [
  // Packages are not layers; `no-restricted-imports` handles them.
  { allow: { to: { module: { origin: ['external', 'core'] } } } },
  ...Object.entries(layers).map(([from, to]) => ({
    from: { element: { type: from } },
    allow: { to: { element: { types: { anyOf: to } } } },
  })),
  {
    from: { element: { type: 'feature' } },
    allow: { to: { element: { type: 'feature', captured: { name: '{{from.element.captured.name}}' } } } },
  },
  {
    // Two of the desks are tabs of the control panel.
    from: { element: { type: 'feature', captured: { name: 'admin' } } },
    allow: { to: { element: { type: 'feature', captured: { name: 'review' } } } },
  },
];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'src/api/generated.ts', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{cjs,mjs,js}'],
    languageOptions: {
      globals: { process: 'readonly', module: 'writable', document: 'readonly', localStorage: 'readonly' },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'no-alert': 'error',
      eqeqeq: 'error',
      complexity: ['error', 12],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
    plugins: { boundaries },
    settings: {
      'import/resolver': { typescript: { project: './tsconfig.json' } },
      'boundaries/include': ['src/*/**/*'],
      'boundaries/elements': [
        { type: 'lib', pattern: 'src/lib' },
        { type: 'keyboard', pattern: 'src/keyboard' },
        { type: 'router', pattern: 'src/router' },
        { type: 'theme', pattern: 'src/theme' },
        { type: 'components', pattern: 'src/components' },
        { type: 'api', pattern: 'src/api' },
        { type: 'state', pattern: 'src/state' },
        { type: 'text', pattern: 'src/text' },
        { type: 'records', pattern: 'src/records' },
        { type: 'commands', pattern: 'src/commands' },
        { type: 'feature', pattern: 'src/features/*', capture: ['name'] },
        { type: 'app', pattern: 'src/app' },
        { type: 'testing', pattern: 'src/testing' },
      ],
    },
    rules: {
      // Here an access key is what a user signs in with, not the HTML attribute.
      'jsx-a11y/no-access-key': 'off',
      // On a phone, tables are laid out as cards, which removes their native roles in some browsers.
      'jsx-a11y/no-redundant-roles': ['error', { thead: ['rowgroup'], tbody: ['rowgroup'] }],
      'jsx-a11y/no-interactive-element-to-noninteractive-role': ['error', { tr: ['row'], td: ['cell'] }],
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': ['error', { default: 'disallow', policies: layerPolicies }],
      'no-restricted-syntax': ['error', keyRule, ...keyTableRules, ...syntaxRules, ...styleRules],
      'no-restricted-imports': ['error', { paths: [untypedHooks, routerParts] }],
    },
  },
  {
    files: ['src/features/**/*.{ts,tsx}'],
    ignores: ['src/features/**/*.style.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [untypedHooks, routerParts],
          patterns: [
            {
              group: ['@emotion/*'],
              message: 'What styles something is called *.style.tsx, or stands in components/.',
            },
            { group: ['@radix-ui/*', 'cmdk'], message: 'Use the wrapper in components/.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/features/**/*.style.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [untypedHooks, routerParts],
          patterns: [
            {
              group: ['@/api/*', '@/state/*', '@/text/*'],
              message: 'What styles something is given what it shows.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/theme/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', keyRule, ...syntaxRules] },
  },
  {
    // One listens to keys, the other replays buffered keys.
    files: ['src/keyboard/keyboard.ts', 'src/keyboard/replay.ts'],
    rules: { 'no-restricted-syntax': ['error', ...syntaxRules, ...styleRules] },
  },
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/testing/**/*.{ts,tsx}'],
    extends: [
      jest.configs['flat/recommended'],
      testingLibrary.configs['flat/react'],
      jestDom.configs['flat/recommended'],
    ],
    rules: {
      ...Object.fromEntries(compilerRules.map((rule) => [rule, 'off'])),
      'boundaries/dependencies': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      // Assertions in shared helpers count.
      'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*'] }],
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['e2e/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...browserTestRules, shortLimit] },
  },
  {
    files: ['e2e/*timed*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...browserTestRules] },
  },
  {
    // These modules wrap the restricted imports for all others.
    files: ['src/state/hooks.ts', 'src/api/selectors.ts', 'src/router/*', 'src/testing/memoryRouter.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.mjs', 'src/*.d.ts', 'src/testing/assetStub.ts', 'playwright*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
