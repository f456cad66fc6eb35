-- The sums of all objects of an account at a level, which the product now stores with each read.
INSERT INTO "ad_objects" ("workspace_id", "platform", "level", "object_id", "account_id", "name", "status", "currency",
	"first_seen_at", "last_seen_at", "first_day", "last_day", "totals_before", "totals_after")
SELECT "workspace_id", "platform", 'all-' || "level", "account_id", "account_id", '', 'deleted', min("currency"),
	min("first_seen_at"), max("last_seen_at"), min("first_day"), max("last_day"),
	ARRAY[sum("totals_before"[1]), sum("totals_before"[2]), sum("totals_before"[3]), sum("totals_before"[4]), sum("totals_before"[5])]::bigint[],
	ARRAY[sum("totals_after"[1]), sum("totals_after"[2]), sum("totals_after"[3]), sum("totals_after"[4]), sum("totals_after"[5])]::bigint[]
FROM "ad_objects"
GROUP BY "workspace_id", "platform", "level", "account_id";--> statement-breakpoint
-- An object without a row for a month has its total before the first or after the last day in all of it.
INSERT INTO "ad_totals" ("workspace_id", "level", "month", "platform", "object_id", "totals")
SELECT "workspace_id", 'all-' || "level", "month", "platform", "account_id", array_agg("total" ORDER BY "element")
FROM (
	SELECT "o"."workspace_id", "o"."level", "months"."month", "o"."platform", "o"."account_id", "element",
		sum(coalesce("t"."totals"["element"], CASE WHEN "o"."last_day" < "months"."month"
			THEN "o"."totals_after"[("element" + 30) / 31] ELSE "o"."totals_before"[("element" + 30) / 31] END))::bigint AS "total"
	FROM "ad_objects" AS "o"
	JOIN (
		SELECT DISTINCT "known"."workspace_id", "known"."level", "known"."platform", "known"."account_id", "stored"."month"
		FROM "ad_totals" AS "stored"
		JOIN "ad_objects" AS "known" ON "known"."workspace_id" = "stored"."workspace_id" AND "known"."level" = "stored"."level"
			AND "known"."platform" = "stored"."platform" AND "known"."object_id" = "stored"."object_id"
	) AS "months" ON "months"."workspace_id" = "o"."workspace_id" AND "months"."level" = "o"."level"
		AND "months"."platform" = "o"."platform" AND "months"."account_id" = "o"."account_id"
	LEFT JOIN "ad_totals" AS "t" ON "t"."workspace_id" = "o"."workspace_id" AND "t"."level" = "o"."level"
		AND "t"."month" = "months"."month" AND "t"."platform" = "o"."platform" AND "t"."object_id" = "o"."object_id"
	CROSS JOIN generate_series(1, 155) AS "element"
	GROUP BY "o"."workspace_id", "o"."level", "months"."month", "o"."platform", "o"."account_id", "element"
) AS "summed"
GROUP BY "workspace_id", "level", "month", "platform", "account_id";
