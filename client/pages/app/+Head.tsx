import { usePageContext } from 'vike-react/usePageContext';
import { clientConfigElementId } from '#shared/clientConfig.ts';
import { toScriptJson } from '#client/lib/toScriptJson.ts';

/** Screens of the app are nothing for search engines; the install's settings travel as data, not as code. */
export default function Head() {
  const { clientConfig } = usePageContext();
  return (
    <>
      <meta name="robots" content="noindex" />
      <script type="application/json" id={clientConfigElementId}>
        {toScriptJson(clientConfig)}
      </script>
    </>
  );
}
