/** The advertising platforms a person can connect, in the order in which they are shown. */
export const platformIds = ['google', 'facebook', 'tiktok'] as const;

export type PlatformId = (typeof platformIds)[number];

export const isPlatformId = (value: unknown): value is PlatformId =>
  typeof value === 'string' && (platformIds as readonly string[]).includes(value);

/** How a platform is called in texts and on screens. */
export const platformNames: Record<PlatformId, string> = {
  google: 'Google',
  facebook: 'Facebook',
  tiktok: 'TikTok',
};

/** The platforms whose lead forms are collected, in the order of their tabs. */
export const leadPlatformIds = ['facebook', 'tiktok'] as const satisfies readonly PlatformId[];

export type LeadPlatformId = (typeof leadPlatformIds)[number];

type ExportPrefix<P extends PlatformId> = P extends 'facebook' ? 'fb' : P;

/** Socket events of a platform; the odd prefixes are part of the protocol. */
type PlatformEvents = {
  readonly [P in PlatformId]: {
    readonly connected: `${P}_connected`;
    readonly startExport: `${ExportPrefix<P>}_export_Sheet`;
    readonly exportComplete: `${ExportPrefix<P>}_export_complete`;
  };
};

export const platformEvents: PlatformEvents = {
  google: {
    connected: 'google_connected',
    startExport: 'google_export_Sheet',
    exportComplete: 'google_export_complete',
  },
  facebook: { connected: 'facebook_connected', startExport: 'fb_export_Sheet', exportComplete: 'fb_export_complete' },
  tiktok: {
    connected: 'tiktok_connected',
    startExport: 'tiktok_export_Sheet',
    exportComplete: 'tiktok_export_complete',
  },
};

/** Ad account ids of a person's choice, per platform, as the account list gave them (Facebook's with `act_`). */
export type AccountsByPlatform = Record<PlatformId, string[]>;

export const emptyAccountsByPlatform = (): AccountsByPlatform => ({ google: [], facebook: [], tiktok: [] });

/** Facebook's ids carry `act_` in lists; queries are made without it. */
export const stripActPrefix = (accountId: string): string => accountId.replace(/^act_/, '');
