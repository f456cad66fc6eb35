UPDATE "leads" SET
	"ad_id" = nullif(regexp_replace("ad_id", '^\s*(?:[a-z]+:)?([0-9]*)\s*$', '\1', 'i'), ''),
	"adset_id" = nullif(regexp_replace("adset_id", '^\s*(?:[a-z]+:)?([0-9]*)\s*$', '\1', 'i'), ''),
	"campaign_id" = nullif(regexp_replace("campaign_id", '^\s*(?:[a-z]+:)?([0-9]*)\s*$', '\1', 'i'), '')
WHERE "list" = 'custom' AND concat("ad_id", "adset_id", "campaign_id") ~ '\D';--> statement-breakpoint
UPDATE "undo_leads" SET "before" = "before" || (
	SELECT jsonb_object_agg("key", nullif(regexp_replace("before" ->> "key", '^\s*(?:[a-z]+:)?([0-9]*)\s*$', '\1', 'i'), ''))
	FROM unnest(array['ad_id', 'adset_id', 'campaign_id']) AS "key"
)
WHERE "list" = 'custom' AND "before" ? 'record';
