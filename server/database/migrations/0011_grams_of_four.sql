-- Written by hand. Installs of the main branch between 1.0.0 and 2.0.0 have a function that cut texts into parts of three characters, and
-- its indexes.
DROP INDEX IF EXISTS "leads_search", "custom_leads_search", "leads_long", "custom_leads_long";--> statement-breakpoint
-- All parts of a text that have four characters, each behind four characters for the list that holds the text, so that a search
-- reads entries of that list alone. Three line breaks close the text, so that each of its characters begins a part. Four passes
-- cut the text, each one character later than the one before. A text that may go on has one entry in place of its parts, which every
-- search asks for. A higher cost would have PostgreSQL combine the index with others to spare calls that it never makes.
CREATE OR REPLACE FUNCTION search_grams(list text, content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 20 AS $$
DECLARE
  prefix constant text := left(md5(list), 4);
  part constant text := prefix || E'\\1\x01';
  closed constant text := content || E'\n\n\n';
BEGIN
  IF octet_length(content) >= 400 THEN
    RETURN array_to_tsvector(ARRAY[prefix || E'\x02']);
  END IF;
  RETURN array_to_tsvector(array_remove(string_to_array(
    regexp_replace(closed, '(....)', part, 'g') || E'\x01'
      || regexp_replace(substr(closed, 2), '(....)', part, 'g') || E'\x01'
      || regexp_replace(substr(closed, 3), '(....)', part, 'g') || E'\x01'
      || regexp_replace(substr(closed, 4), '(....)', part, 'g'),
    E'\x01'), ''));
END $$;--> statement-breakpoint
CREATE INDEX "leads_search" ON "leads" USING gin (search_grams(platform || ':' || user_id, search_text)) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "custom_leads_search" ON "custom_leads" USING gin (search_grams(user_id, search_text)) WITH (gin_pending_list_limit=512);
