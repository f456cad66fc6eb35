import { sql } from '#server/database/drizzle.ts';
import type { PgColumn, Placeholder, SQL } from '#server/database/drizzle.ts';
import { customLeadImports } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Hides the new leads of a running import until the import is complete. */
export const isOfCompleteImport = (workspaceId: WorkspaceId | Placeholder, importedAt: SQL | PgColumn): SQL =>
  sql`${importedAt} <> all (array(select ${customLeadImports.createdAt} from ${customLeadImports}
    where ${customLeadImports.workspaceId} = ${workspaceId} and ${customLeadImports.state} = 'accepted'))`;
