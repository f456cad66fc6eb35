import { PublicHead } from '#client/seo/PublicHead.tsx';
import { describeLanding } from '#client/seo/structuredData.ts';

export default function Head() {
  return <PublicHead describe={describeLanding} />;
}
