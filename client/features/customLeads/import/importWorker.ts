import { serveImport } from './serveImport.ts';

serveImport(self);
