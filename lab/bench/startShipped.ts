import { startProduct } from '#testing/startProduct.ts';
import type { Product, SiteOptions } from '#testing/startProduct.ts';

export type Shipped = Product;
export type ShippedOptions = Pick<SiteOptions, 'roles' | 'databaseUrl' | 'dataDir' | 'sandbox' | 'env'>;

/** Starts the built product in production mode for a measurement, and waits until it is ready. */
export const startShipped = ({ env, ...options }: ShippedOptions = {}): Promise<Shipped> =>
  startProduct({ ...options, env: { NODE_ENV: 'production', ...env } }, { output: 'inherit', isMeasured: true });
