import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';

const here = path.dirname(fileURLToPath(import.meta.url));
const proxyTarget = process.env.FACILITY_PROXY ?? 'http://127.0.0.1:8080';

/** Where the build writes the files of each screen and part. `dist/` contains only what is served. */
export const chunkList = path.join(here, 'node_modules/.cache/facility-chunks.json');

/** Writes the files of the entry points and of every named `import()`, including shared ones. */
class ListChunks {
  apply(compiler) {
    compiler.hooks.done.tap('ListChunks', ({ compilation }) => {
      const files = (group) => group.getFiles().filter((file) => file.endsWith('.js'));
      const groups = [...compilation.namedChunkGroups].map(([name, group]) => [name, files(group)]);
      mkdirSync(path.dirname(chunkList), { recursive: true });
      writeFileSync(chunkList, JSON.stringify(Object.fromEntries(groups), null, 2));
    });
  }
}

/** The build: one page, hashed names, no inline script or style, and a chunk for every page. */
export default function config(_env, argv) {
  const production = argv.mode === 'production';
  return {
    context: here,
    entry: { boot: './src/boot.ts', main: './src/main.tsx' },
    output: {
      path: path.join(here, 'dist'),
      publicPath: '/',
      filename: 'assets/[name].[contenthash:10].js',
      chunkFilename: 'assets/[name].[contenthash:10].js',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      clean: true,
      // Lazy chunks are script URLs, which the policy accepts only from this named policy.
      trustedTypes: { policyName: 'webpack' },
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      alias: {
        '@': path.join(here, 'src'),
        // By default the package gives bundlers its development build, which contains warnings.
        ...(production && {
          'react-router$': path.join(here, 'node_modules/react-router/dist/production/index.mjs'),
          'react-router/dom$': path.join(here, 'node_modules/react-router/dist/production/dom-export.mjs'),
        }),
        // The browser variant parses HTML, which the policy refuses, so a document with `&amp;` would crash.
        'decode-named-character-reference$': path.join(
          here,
          'node_modules/decode-named-character-reference/index.js',
        ),
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: [
            {
              loader: 'swc-loader',
              options: {
                jsc: {
                  parser: { syntax: 'typescript', tsx: true },
                  target: 'es2022',
                  transform: { react: { runtime: 'automatic', development: !production } },
                },
              },
            },
            // Runs before the compiler.
            path.join(here, 'cssComments.mjs'),
          ],
        },
        { test: /[\\/]react-router[\\/].*\.mjs$/, use: path.join(here, 'pureRouter.mjs') },
        { test: /\.(woff2|svg)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new HtmlWebpackPlugin({
        template: './public/index.html',
        inject: false,
        minify: production
          ? { collapseWhitespace: true, removeComments: true, keepClosingSlash: true }
          : false,
      }),
      ...(production ? [new ListChunks()] : []),
      // The dev server serves the page itself, so the nonce is not replaced there.
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(argv.mode ?? 'production') }),
    ],
    optimization: {
      splitChunks: {
        // The boot script must be a single self-contained file.
        chunks: (chunk) => chunk.name !== 'boot',
        cacheGroups: {
          vendor: {
            name: 'vendor',
            test: /[\\/]node_modules[\\/]/,
            chunks: (chunk) => chunk.name === 'main',
            priority: 20,
          },
          // Small, and used by nine screens, each of which would otherwise contain a copy.
          lists: {
            name: 'lists',
            test: /[\\/]src[\\/]components[\\/]list[\\/](VirtualList|Rows)\.tsx?$/,
            chunks: 'async',
            priority: 30,
            enforce: true,
          },
          dialogs: {
            name: 'dialogs',
            test: /[\\/]node_modules[\\/](@radix-ui[\\/]react-(alert-)?dialog|@radix-ui[\\/]react-focus-(scope|guards)|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib|get-nonce)[\\/]/,
            chunks: 'async',
            priority: 30,
          },
        },
      },
    },
    devtool: production ? false : 'source-map',
    performance: { hints: false },
    stats: 'errors-warnings',
    cache: { type: 'filesystem', cacheDirectory: path.join(here, 'node_modules/.cache/webpack') },
    devServer: {
      host: '127.0.0.1',
      port: Number(process.env.PORT ?? 3000),
      historyApiFallback: true,
      hot: false,
      client: { overlay: false },
      proxy: [
        { context: ['/api', '/objects'], target: proxyTarget },
        { context: ['/auto-refresh-ws'], target: proxyTarget, ws: true },
      ],
    },
  };
}
