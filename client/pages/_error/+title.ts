import type { PageContext } from 'vike/types';

export default ({ is404 }: PageContext): string => `${is404 ? 'Page not found' : 'Something went wrong'} · Leadlight`;
