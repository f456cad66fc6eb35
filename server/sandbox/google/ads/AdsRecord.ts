export type AdsValue = string | number | boolean | readonly { text: string }[];

/** One row by field name, e.g. `metrics.cost_micros`. */
export type AdsRecord = Record<string, AdsValue>;
