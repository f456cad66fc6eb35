import type { Config } from 'vike/types';

export default { title: 'Leadlight' } satisfies Config;
