import type { Config } from 'vike/types';

export default { title: 'Page not found · Leadlight' } satisfies Config;
