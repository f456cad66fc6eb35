import { routes } from '#shared/routes.ts';
import { PublicHead } from '#client/seo/PublicHead.tsx';
import { describeLegalPage } from '#client/seo/structuredData.ts';

export default function Head() {
  return <PublicHead describe={describeLegalPage(routes.privacyPolicy.path, 'Privacy Policy')} />;
}
