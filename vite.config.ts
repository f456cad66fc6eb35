import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { dropUnusedEntries } from './scripts/vite/dropUnusedEntries.ts';
import { lightContracts } from './scripts/vite/lightContracts.ts';
import { lightIcons } from './scripts/vite/lightIcons.ts';
import { lightQuery } from './scripts/vite/lightQuery.ts';
import { lightRouter } from './scripts/vite/lightRouter.ts';
import { lightSockets } from './scripts/vite/lightSockets.ts';
import { plainImports } from './scripts/vite/plainImports.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { reactExports } from './scripts/vite/reactExports.ts';
import { stripInjectedStyles } from './scripts/vite/stripInjectedStyles.ts';

/** Modules of our own, by folder and name. */
const own = (folder: string, ...names: string[]): RegExp => new RegExp(`/${folder}/(?:${names.join('|')})\\.tsx?$`);
const anyOf =
  (...patterns: RegExp[]) =>
  (id: string): boolean =>
    patterns.some((pattern) => pattern.test(id));

/**
 * Chunks by what is needed together and changes together: a few files instead of a hundred small ones, which compress
 * worse. What no group takes, each screen above all, goes where the build puts it.
 */
const chunks = [
  // Outlives most releases in a browser's cache.
  {
    name: 'react',
    test: anyOf(
      /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zustand|clsx)\//,
      // One line each, which every other chunk would have to import from a file of its own.
      /\0react-exports:|\0vite\/preload-helper/,
    ),
  },
  { name: 'query', test: anyOf(/node_modules\/@tanstack\//, own('client/lib/query', '\\w+')) },
  // The app's own part of every first load.
  {
    name: 'base',
    test: anyOf(
      own('client/app', '\\w+'),
      own('client/stores', 'localStorageOf', 'uiStore', 'useIsRehydrated', 'userStore'),
      own('client/lib', 'cn', 'isRecord', 'lazyScreen', 'log', 'session', 'useDelay'),
      own('client/components', 'Spinner', 'SpinnerMark'),
      own('shared', 'platforms', 'routes'),
    ),
    tags: ['$initial' as const],
  },
  // Every screen, before and after the sign-in.
  {
    name: 'kit',
    test: anyOf(
      own('client/components', 'Badge', 'Button', 'buttonStyles', 'linkStyles'),
      own('client/landing', 'LogoMark'),
      own('client/lib', 'config', 'createIcon', 'Link', 'useDocumentTitle', 'useMediaQuery'),
      own('client/stores', 'themeStore'),
      own('shared', 'limits', 'clientConfig'),
      own('shared/messages', 'auth', 'validation'),
    ),
  },
  {
    name: 'fields',
    test: anyOf(
      own('client/components', 'Field', 'TextInput', 'PasswordInput', 'Select', 'inputStyles'),
      own('client/lib', 'useLazyForm'),
      own('shared', 'textRules'),
    ),
  },
  // The frame of the signed-in screens.
  {
    name: 'shell',
    test: anyOf(
      own('client/app', 'expireSession', 'isActivePath', 'queryClient', 'useSession', 'useSocketEvents'),
      own('client/app/layout', '\\w+'),
      own('client/app/shortcuts', 'shortcuts', 'useShortcuts'),
      own(
        'client/components',
        'IconButton',
        'Kbd',
        'Menu',
        'notify',
        'PlatformIcon',
        'StatusDot',
        'toastPlace',
        'Tooltip',
      ),
      own('client/landing', 'PlatformMark'),
      own('client/features/connections', 'connectedAccounts', 'connections.api'),
      own('client/features/notifications', 'NoticesMenu', 'noticesStore'),
      own('client/features/overview', 'overviewChanges'),
      own('client/features/sheetSyncs', 'sheetSyncsKey'),
      own('client/features/users', 'users.api'),
      own('client/lib', 'apiClient', 'ApiError', 'focusSearch', 'isTyping', 'isShortcutKey', 'readList', 'webUrl'),
      own('client/stores', 'socketStore'),
      own('shared/contracts', 'endpoint', 'users', 'connections', 'adAccounts'),
      own('shared/messages', 'connections', 'exports'),
    ),
  },
  // What the live connection brings, after the first screen.
  {
    name: 'live',
    test: anyOf(
      own('client/app', 'liveEvents', 'storedEvents'),
      own('client/features/notifications', 'createNoticeStream', 'followNotices', 'noticePointers'),
      own('client/features/sheetSyncs', 'sheetSyncEvents'),
      own('shared/contracts', 'notifications'),
      own('shared/messages', 'notifications'),
    ),
  },
  {
    name: 'guest',
    test: anyOf(own('client/features/users', 'AuthLayout', 'GoogleSignIn'), own('client/lib', 'googleSignIn')),
  },
  {
    name: 'dialogs',
    test: anyOf(own('client/components', 'ConfirmDialog', 'Dialog', 'DialogActions'), own('client/lib', 'useAction')),
  },
  // What the signed-in screens have in common.
  {
    name: 'parts',
    test: anyOf(
      own(
        'client/components',
        'Card',
        'ErrorPanel',
        'Notice',
        'NoValue',
        'PageHeader',
        'StaleNotice',
        'Skeleton',
        'EmptyState',
      ),
      own('client/lib', 'format'),
      own('shared/messages', 'empty'),
    ),
  },
  // Platforms that still have to be granted, or granted again.
  {
    name: 'grants',
    test: anyOf(
      own(
        'client/features/connections',
        'AccountsFailure',
        'ConnectionTerm',
        'FailingAssets',
        'GrantButton',
        'useAccountsFailure',
        'useGrantAccess',
        'useGrantCheck',
      ),
      own('client/lib', 'accountName', 'oauthPopup'),
      own('shared/messages', 'platform'),
    ),
  },
  { name: 'ids', test: own('client/components', 'CopyableId', 'CopyButton') },
  // Periods and days.
  {
    name: 'dates',
    test: anyOf(
      own('client/components', 'PeriodMenu'),
      own('client/lib', 'describeRange', 'quickSelectKeys', 'rangeAddress', 'useQuickSelectKeys'),
      own('shared/lib', 'dateRange'),
    ),
  },
  // Rows that can be exported.
  {
    name: 'exports',
    test: anyOf(
      own('client/app/screens', 'ExportActions'),
      own(
        'client/features/exports',
        'awaitEnd',
        'ExportAllButton',
        'ExportButton',
        'ExportsButton',
        'exportRows',
        'exportWholeList',
        'LastSheetLink',
        'launchExport',
        'showProgress',
      ),
      own('client/components', 'EmailLink'),
    ),
  },
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\// },
  // Lists and their pages.
  {
    name: 'tables',
    test: anyOf(
      own(
        'client/components',
        'Checkbox',
        'ColumnsMenu',
        'DataTable',
        'emptyReasons',
        'ListNotice',
        'NumberedPagination',
        'Pagination',
        'pageNumbers',
        'ScrollShadows',
        'SearchBox',
        'describeRows',
        'useGrid',
      ),
      own('client/lib', 'useListParams', 'usePageKeys', 'readPage'),
      own('client/stores', 'columnsStore'),
    ),
  },
];

/** Build of the browser's code and of the server's rendering bundle (Vike): dist/client and dist/server. */
export default defineConfig(({ command }) => ({
  plugins: [
    vike(),
    react(),
    tailwindcss(),
    stripInjectedStyles(),
    reactExports(),
    lightContracts(),
    plainImports(),
    lightIcons(),
    lightQuery(),
    lightRouter(),
    lightSockets(),
    dropUnusedEntries(),
    precompress(),
  ],
  build: {
    // The browsers that know light-dark(), which the design tokens are written with.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: address would need an exception in the Content-Security-Policy for every kind of file.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  resolve: {
    // The package names its build with the developers' warnings only.
    alias:
      command === 'build'
        ? [
            {
              find: /^react-router$/,
              replacement: fileURLToPath(
                new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url),
              ),
            },
          ]
        : [],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { manualPureFunctions: ['z'] },
          output: {
            // Each chunk names some ten others, and what is random hardly compresses. Seven characters are the fewest.
            chunkFileNames: 'assets/chunks/[hash:7].js',
            codeSplitting: { includeDependenciesRecursively: false, groups: chunks },
          },
        },
      },
    },
  },
}));
