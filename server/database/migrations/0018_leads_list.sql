CREATE TABLE "lead_status_texts" (
	"workspace_id" text NOT NULL,
	"text" text NOT NULL,
	"status_id" text NOT NULL,
	CONSTRAINT "lead_status_texts_workspace_id_text_pk" PRIMARY KEY("workspace_id","text")
);
--> statement-breakpoint
ALTER TABLE "lead_status_texts" ADD CONSTRAINT "lead_status_texts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_work_active" ON "lead_work" USING btree ("workspace_id","active_at" DESC NULLS FIRST);