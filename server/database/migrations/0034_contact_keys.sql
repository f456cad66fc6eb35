-- Countries and addresses are understood in more notations now. A job reads the contacts of the stored leads again.
INSERT INTO "lead_contact_fills" ("workspace_id", "list") SELECT "workspace_id", "list" FROM "lead_counts" WHERE "total" > 0
ON CONFLICT ("workspace_id", "list") DO UPDATE SET "after" = '';
