import type { Config } from 'vike/types';

export default {
  title: 'Leadlight: your ad campaigns in one calm place',
  description:
    'Self-hosted advertising analytics: connect Google, Facebook and TikTok ad accounts, preview campaigns and export them to Google Sheets.',
} satisfies Config;
