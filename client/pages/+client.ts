import { enhancePublicPage } from '#client/landing/behavior/enhancePublicPage.ts';

enhancePublicPage();
