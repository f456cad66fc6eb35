import { cardImage } from '#client/seo/cardImage.ts';

/** Images as data URLs, because the page has no server. */
type CardPictures = { mark: string; screenshot: string };

/** The lines of a leaded window, as in the logo. */
const lattice = `<svg width="100%" height="100%">
  <defs><pattern id="pane" width="150" height="150" patternUnits="userSpaceOnUse">
    <path d="M75 0 150 75 75 150 0 75ZM75 0v150M0 75h150" fill="none" stroke="#fff" stroke-width="1.5"/>
  </pattern></defs>
  <rect width="100%" height="100%" fill="url(#pane)"/>
</svg>`;

/** The page whose screenshot is the link preview image: text on the left, and the product running off the right. */
export const cardPage = ({ mark, screenshot }: CardPictures): string => `<!doctype html>
<style>
  * { box-sizing: border-box; margin: 0; }
  body {
    position: relative; width: ${cardImage.width}px; height: ${cardImage.height}px; overflow: hidden;
    background: #2450bd;
    color: #fff; font-family: 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif;
  }
  .lattice { position: absolute; inset: 0; opacity: 0.09; }
  .text { position: absolute; inset: 64px auto 64px 64px; width: 560px; display: flex; flex-direction: column; }
  .name { display: flex; align-items: center; gap: 16px; font-size: 34px; font-weight: 700; letter-spacing: -0.01em; }
  .name img { width: 56px; height: 56px; border-radius: 14px; box-shadow: 0 0 0 1.5px #ffffff59; }
  h1 { margin: auto 0 24px; font-size: 60px; line-height: 1.1; font-weight: 700; letter-spacing: -0.03em; text-wrap: balance; }
  p { margin-bottom: auto; font-size: 27px; line-height: 1.36; color: #dbe5ff; }
  .product {
    position: absolute; left: 660px; top: 88px; width: 1000px; height: 700px; overflow: hidden;
    border-radius: 14px 0 0 0; box-shadow: 0 0 0 1px #0000001f, 0 10px 36px #0a1a4d66;
    background: url(${screenshot}) top left / 100% auto no-repeat, #f9fafb;
  }
</style>
<div class="lattice">${lattice}</div>
<div class="product"></div>
<div class="text">
  <div class="name"><img src="${mark}" alt="">Leadlight</div>
  <h1>${cardImage.sentence.replace(', ', ',<br>')}</h1>
  <p>Google, Facebook and TikTok,<br>on a server of your own</p>
</div>`;
