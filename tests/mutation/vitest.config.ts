/** The ui configuration, restricted to the session's own tests. */
import ui from '../../ui/vite.config.ts';

export default async (env: Parameters<typeof ui>[0]) => {
  const config = await ui(env);
  return { ...config, test: { ...config.test, include: ['src/session/**/*.test.ts'] } };
};
