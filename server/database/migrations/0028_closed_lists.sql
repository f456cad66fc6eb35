ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user')) NOT VALID;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role_known" CHECK ("memberships"."role" in ('owner', 'member')) NOT VALID;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_role_known" CHECK ("workspace_invitations"."role" in ('owner', 'member')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_accounts" ADD CONSTRAINT "ad_accounts_platform_known" CHECK ("ad_accounts"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_platform_known" CHECK ("connections"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_platform_known" CHECK ("oauth_states"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "campaign_days" ADD CONSTRAINT "campaign_days_platform_known" CHECK ("campaign_days"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "insight_accounts" ADD CONSTRAINT "insight_accounts_platform_known" CHECK ("insight_accounts"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "insight_days" ADD CONSTRAINT "insight_days_platform_known" CHECK ("insight_days"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "insight_queries" ADD CONSTRAINT "insight_queries_platform_known" CHECK ("insight_queries"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "insight_reports" ADD CONSTRAINT "insight_reports_platform_known" CHECK ("insight_reports"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_changes" ADD CONSTRAINT "ad_changes_platform_known" CHECK ("ad_changes"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_changes" ADD CONSTRAINT "ad_changes_level_known" CHECK ("ad_changes"."level" in ('campaign', 'adset', 'ad')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_changes" ADD CONSTRAINT "ad_changes_what_known" CHECK ("ad_changes"."what" in ('budget', 'status')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_day_reads" ADD CONSTRAINT "ad_day_reads_platform_known" CHECK ("ad_day_reads"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_days" ADD CONSTRAINT "ad_days_platform_known" CHECK ("ad_days"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_days" ADD CONSTRAINT "ad_days_level_known" CHECK ("ad_days"."level" in ('campaign', 'adset', 'ad')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_objects" ADD CONSTRAINT "ad_objects_platform_known" CHECK ("ad_objects"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_objects" ADD CONSTRAINT "ad_objects_level_known" CHECK ("ad_objects"."level" in ('campaign', 'adset', 'ad', 'all-campaign', 'all-adset', 'all-ad')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_objects" ADD CONSTRAINT "ad_objects_status_known" CHECK ("ad_objects"."status" in ('delivering', 'learning', 'paused', 'in-review', 'refused', 'out-of-budget', 'ended', 'deleted', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_objects" ADD CONSTRAINT "ad_objects_budget_kind_known" CHECK ("ad_objects"."budget_kind" in ('daily', 'lifetime')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_totals" ADD CONSTRAINT "ad_totals_level_known" CHECK ("ad_totals"."level" in ('campaign', 'adset', 'ad', 'all-campaign', 'all-adset', 'all-ad')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ad_totals" ADD CONSTRAINT "ad_totals_platform_known" CHECK ("ad_totals"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "default_views" ADD CONSTRAINT "default_views_screen_known" CHECK ("default_views"."screen" in ('campaigns', 'leads')) NOT VALID;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_screen_known" CHECK ("views"."screen" in ('campaigns', 'leads')) NOT VALID;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_kind_known" CHECK ("erasures"."kind" in ('person', 'account', 'meta')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_platform_known" CHECK ("exports"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_state_known" CHECK ("exports"."state" in ('waiting', 'queued', 'running', 'complete', 'failed', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_counts" ADD CONSTRAINT "lead_counts_list_known" CHECK ("lead_counts"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_platform_known" CHECK ("lead_events"."platform" in ('facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_forms" ADD CONSTRAINT "lead_forms_platform_known" CHECK ("lead_forms"."platform" in ('facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_pages" ADD CONSTRAINT "lead_pages_platform_known" CHECK ("lead_pages"."platform" in ('facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_reads" ADD CONSTRAINT "lead_reads_platform_known" CHECK ("lead_reads"."platform" in ('facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_platform_known" CHECK ("leads"."platform" in ('facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_source_known" CHECK ("leads"."source" in ('platform', 'sheet')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhook_registrations" ADD CONSTRAINT "webhook_registrations_platform_known" CHECK ("webhook_registrations"."platform" in ('facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "custom_lead_imports" ADD CONSTRAINT "custom_lead_imports_state_known" CHECK ("custom_lead_imports"."state" in ('receiving', 'accepted', 'done')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_entries" ADD CONSTRAINT "lead_entries_list_known" CHECK ("lead_entries"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_entries" ADD CONSTRAINT "lead_entries_kind_known" CHECK ("lead_entries"."kind" in ('status', 'assignee', 'tags', 'value', 'note', 'merged', 'separated', 'edited', 'added')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_statuses" ADD CONSTRAINT "lead_statuses_color_known" CHECK ("lead_statuses"."color" in ('gray', 'blue', 'violet', 'green', 'amber', 'red')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_statuses" ADD CONSTRAINT "lead_statuses_meaning_known" CHECK ("lead_statuses"."meaning" in ('new', 'working', 'qualified', 'won', 'lost', 'junk')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_work" ADD CONSTRAINT "lead_work_list_known" CHECK ("lead_work"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_contact_fills" ADD CONSTRAINT "lead_contact_fills_list_known" CHECK ("lead_contact_fills"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_contacts" ADD CONSTRAINT "lead_contacts_list_known" CHECK ("lead_contacts"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "lead_merges" ADD CONSTRAINT "lead_merges_list_known" CHECK ("lead_merges"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_kind_known" CHECK ("activities"."kind" in ('status', 'assignee', 'tags', 'delete', 'import')) NOT VALID;--> statement-breakpoint
ALTER TABLE "undo_leads" ADD CONSTRAINT "undo_leads_list_known" CHECK ("undo_leads"."list" in ('facebook', 'tiktok', 'custom')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sheet_sync_runs" ADD CONSTRAINT "sheet_sync_runs_state_known" CHECK ("sheet_sync_runs"."state" in ('running', 'done', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sheet_syncs" ADD CONSTRAINT "sheet_syncs_type_known" CHECK ("sheet_syncs"."type" in ('meta', 'google', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_platform_known" CHECK ("budgets"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "finding_runs" ADD CONSTRAINT "finding_runs_platform_known" CHECK ("finding_runs"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_platform_known" CHECK ("findings"."platform" in ('google', 'facebook', 'tiktok')) NOT VALID;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_kind_known" CHECK ("findings"."kind" in ('spend-spike', 'spend-to-zero', 'leads-stopped', 'cpl-shift', 'lead-drought', 'creative-decay', 'pacing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_level_known" CHECK ("findings"."level" in ('account', 'campaign', 'adset', 'ad', 'form')) NOT VALID;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_direction_known" CHECK ("findings"."direction" in ('up', 'down')) NOT VALID;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_ended_why_known" CHECK ("findings"."ended_why" in ('over', 'corrected', 'normal', 'month', 'gone')) NOT VALID;--> statement-breakpoint
ALTER TABLE "findings" ADD CONSTRAINT "findings_mark_known" CHECK ("findings"."mark" in ('seen', 'expected', 'fixed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "insight_summaries" ADD CONSTRAINT "insight_summaries_written_by_known" CHECK ("insight_summaries"."written_by" in ('model', 'rules')) NOT VALID;