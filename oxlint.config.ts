import { readdirSync } from 'node:fs';
import { defineConfig } from 'oxlint';
import { publicFiles } from './server/modules/publicFiles.ts';

/** Matches imports of a folder by alias and by relative path. */
const folders = (side: 'server' | 'client', names: string): string =>
  `^(?:#${side}/|(?:\\.\\./)+(?:${side}/)?)(?:${names})/`;

/** The laboratory measures the product from outside. Only the attacks use it too. */
const noLab = { regex: '^#lab/|^(?:\\.\\./)+lab/', message: 'Only lab and security import the laboratory.' };

type Ban = ({ regex: string } | { group: string[] }) & { message: string; allowTypeImports?: true };

const bans = (files: string | string[], ...patterns: Ban[]) => ({
  files: [files].flat(),
  rules: { 'no-restricted-imports': ['error', { patterns: [noLab, ...patterns] }] as ['error', object] },
});

const noServer: Ban = {
  regex: '^#server/|^(?:\\.\\./)+server/',
  message: 'This code also runs in the client.',
};
const noClient: Ban = {
  regex: '^#client/|^(?:\\.\\./)+client/',
  message: 'This code also runs on the server.',
};
const noSandbox: Ban = {
  regex: folders('server', 'sandbox'),
  message: 'The sandbox is a separate program: only main.ts starts it. Tests use testing/sandbox/sandbox.ts.',
};
const noNode: Ban = { regex: '^node:', message: 'This code also runs in the browser.' };

const above = (side: 'server' | 'client', names: string): Ban => ({
  regex: folders(side, names),
  message: 'Imports point in one direction; see "Import directions" in docs/ARCHITECTURE.md.',
});

/** Features do not import each other, except the dialogs for private sheets, saved views, and the marks of findings. */
const featuresBelow: Record<string, readonly string[]> = {
  customLeads: ['sheets'],
  sheetSyncs: ['sheets'],
  campaigns: ['findings', 'views'],
  leadWork: ['leads', 'views'],
};
const features = readdirSync(new URL('client/features', import.meta.url));
const otherFeatures = (feature: string): string =>
  `features/(?:${features.filter((other) => other !== feature && !featuresBelow[feature]?.includes(other)).join('|')})`;

const screens = 'app|kit|pages|landing';
const business = 'modules|flows';
const delivery = 'api|web|cli|sandbox';

/** Bans for the same files of every module. A module imports only modules below it, and of them only their public files. */
const inModules = (files: string, ...patterns: Ban[]) =>
  Object.keys(publicFiles).map((module, index, modules) => {
    const others = modules.filter((other) => other !== module).join('|');
    const below = Object.entries(publicFiles).slice(0, index);
    return bans(
      `server/modules/${module}/${files}`,
      noClient,
      {
        group: [
          '#server/modules/**',
          `!#server/modules/${module}/**`,
          ...below.flatMap(([name, list]) => list.map((file) => `!#server/modules/${name}/${file}.ts`)),
        ],
        message: 'A module imports only public files of modules below it; see server/modules/publicFiles.ts.',
      },
      { regex: `^(?:\\.\\./)+(?:modules/)?(?:${others})/`, message: 'Import other modules by "#server/modules/".' },
      ...patterns,
    );
  });

const onlyDefinitions: Ban = {
  regex: '/api/(?:answerOnce|apiDocs|apiRoutes|createApiApp|handleErrors|openApi)\\.ts$',
  message: 'A module imports only the definition of routes from the API.',
};
const noFlows: Ban = {
  regex: folders('server', 'flows'),
  message: 'Only routes, pages, jobs, webhooks and commands import flows. Pass the flow to a service as a function.',
};

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'react', 'jsx-a11y', 'import', 'promise', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'warn' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'data', 'server/database/migrations'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'no-console': 'error',
    'no-empty': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/no-danger': 'error',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    { files: ['scripts/**', 'lab/**', 'e2e/**'], rules: { 'no-console': 'off' } },
    {
      // Library types make Node's globals visible in the client's and the shared project.
      files: ['client/**', 'shared/**'],
      rules: {
        'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'require', '__dirname', '__filename'],
      },
    },

    bans('shared/**', noServer, noClient, noNode),

    bans('client/**', noServer, noNode),
    bans('client/lib/**', noServer, noNode, above('client', `stores|components|features|${screens}`)),
    bans('client/stores/**', noServer, noNode, above('client', `components|features|${screens}`)),
    bans('client/components/**', noServer, noNode, above('client', `features|${screens}`)),
    ...features.map((feature) =>
      bans(`client/features/${feature}/**`, noServer, noNode, above('client', `${otherFeatures(feature)}|${screens}`)),
    ),
    bans('client/landing/**', noServer, noNode, above('client', 'app|kit|features|stores')),

    bans('server/**', noClient, noSandbox),
    bans('server/lib/**', noClient, above('server', `${business}|jobs|realtime|${delivery}`)),
    bans('server/config/**', noClient, above('server', `${business}|jobs|realtime|providers|database|${delivery}`)),
    bans('server/metrics/**', noClient, above('server', `${business}|realtime|${delivery}`)),
    bans('server/database/**', noClient, above('server', `${business}|jobs|realtime|providers|${delivery}`)),
    bans('server/answers/**', noClient, above('server', `${business}|jobs|realtime|providers|${delivery}`)),
    bans('server/providers/**', noClient, above('server', `${business}|jobs|realtime|database|${delivery}`)),
    bans('server/realtime/**', noClient, above('server', `${business}|jobs|database|${delivery}`)),
    bans('server/web/**', noClient, above('server', `${business}|jobs|realtime|database|providers|api|cli|sandbox`)),
    bans(
      'server/sandbox/**',
      noClient,
      above('server', `${business}|jobs|realtime|database|providers|api|web|cli|lib|metrics|health`),
    ),
    bans('server/flows/**', noClient, above('server', delivery)),
    ...inModules('**', above('server', 'web|cli|sandbox'), onlyDefinitions, noFlows),
    ...inModules(
      '**/*{.routes,.handler,.handlers,Pages,Webhooks,Callbacks}.ts',
      above('server', 'web|cli|sandbox'),
      onlyDefinitions,
    ),
    ...inModules(
      '**/*.store.ts',
      above('server', `flows|jobs|realtime|${delivery}`),
      { ...above('server', 'providers'), allowTypeImports: true },
      {
        regex: '\\.(?:routes|service|handlers?)\\.ts$',
        message: 'A store only talks to the database.',
      },
    ),
    ...inModules('**/*.service.ts', above('server', delivery), noFlows, {
      regex: '\\.routes\\.ts$',
      message: 'Routes import services.',
    }),
    { files: ['server/main.ts'], rules: { 'no-restricted-imports': 'off' } },
    // Tests may import across layers. They reach the sandbox over HTTP or through one file.
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
      rules: { 'no-restricted-globals': 'off' },
    },
    bans(['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'testing/**', 'scripts/**', 'e2e/**'], noSandbox),
    {
      files: ['lab/**', 'security/**'],
      rules: { 'no-restricted-imports': ['error', { patterns: [noSandbox] }] },
    },
    {
      files: [
        'server/sandbox/**/*.test.ts',
        'server/sandbox/**/testing/**',
        'testing/sandbox/sandbox.ts',
        'scripts/image/sandboxPackages.test.ts',
      ],
      rules: { 'no-restricted-imports': 'off' },
    },
  ],
});
