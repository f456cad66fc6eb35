import { enhancePublicPage } from '#client/landing/enhancePublicPage.ts';

enhancePublicPage();
