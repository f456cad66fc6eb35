import { messages } from '#shared/messages.ts';
import type { PlatformLook } from './PlatformLook.ts';

export const google: PlatformLook = {
  color: 'text-series-2',
  mark: {
    viewBox: '0 0 48 48',
    shapes: [
      {
        fill: '#4285F4',
        d: 'M45.1 24.5c0-1.6-.1-2.8-.4-4H24v7.7h12.1c-.2 1.9-1.5 4.8-4.4 6.8l6.8 5.2c4.1-3.8 6.6-9.3 6.6-15.7z',
      },
      {
        fill: '#34A853',
        d: 'M24 46c5.9 0 10.9-2 14.5-5.3l-6.9-5.3c-1.9 1.3-4.3 2.2-7.6 2.2-5.8 0-10.7-3.8-12.5-9.1l-7.1 5.5C8 41.1 15.4 46 24 46z',
      },
      {
        fill: '#FBBC05',
        d: 'M11.5 28.5c-.5-1.4-.7-2.9-.7-4.5s.3-3.1.7-4.5l-7.1-5.5C2.9 17 2 20.4 2 24s.9 7 2.4 10l7.1-5.5z',
      },
      {
        fill: '#EA4335',
        d: 'M24 10.4c4.1 0 6.9 1.8 8.5 3.3l6.2-6C34.9 4.1 29.9 2 24 2 15.4 2 8 6.9 4.4 14l7.1 5.5c1.8-5.3 6.7-9.1 12.5-9.1z',
      },
    ],
  },
  accounts: { noneTitle: messages.empty.google, isTableShownWhileLoading: false },
  landing: {
    text: 'Campaigns of your Google Ads customers, down to the single ad.',
    points: [
      'Spend, clicks, impressions and leads per day',
      'Several customer accounts in one table',
      'Status of campaign, ad set and ad',
    ],
  },
};
