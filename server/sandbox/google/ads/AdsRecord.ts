/** One row by field name, e.g. `metrics.cost_micros`. */
export type AdsRecord = Record<string, string | number | boolean>;
