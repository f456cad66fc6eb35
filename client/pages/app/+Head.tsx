import { usePageContext } from 'vike-react/usePageContext';
import { clientConfigElementId } from '#shared/clientConfig.ts';
import { toScriptJson } from '#client/lib/toScriptJson.ts';

/** Keeps app screens out of search engines and embeds the install's settings as data, not as code. */
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
