import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack from 'webpack';

const here = path.dirname(fileURLToPath(import.meta.url));
const proxyTarget = process.env.FACILITY_PROXY ?? 'http://127.0.0.1:8080';

/** Where the build leaves which files every screen and part loads. `dist/` holds nothing but what is served. */
export const chunkList = path.join(here, 'node_modules/.cache/facility-chunks.json');

/** Writes down the files of the entry points and of every named `import()`, shared ones included. */
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

/** The build: one page, hashed names, no inline script or style, every page in a chunk of its own. */
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
      // Lazy chunks are script URLs, which the policy only accepts from this named creator.
      trustedTypes: { policyName: 'webpack' },
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      alias: {
        '@': path.join(here, 'src'),
        // The package offers bundlers only its build for development, which has warnings that nobody reads.
        ...(production && {
          'react-router$': path.join(here, 'node_modules/react-router/dist/production/index.mjs'),
          'react-router/dom$': path.join(here, 'node_modules/react-router/dist/production/dom-export.mjs'),
        }),
        // What it has for browsers lets the page parse HTML, which the policy refuses: a document with `&amp;` would
        // break.
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
            // Before the compiler.
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
      // The dev server answers the page itself, so nobody replaces the nonce there.
      new webpack.DefinePlugin({ 'process.env.NODE_ENV': JSON.stringify(argv.mode ?? 'production') }),
    ],
    optimization: {
      splitChunks: {
        // The boot script has to stay one self-contained file.
        chunks: (chunk) => chunk.name !== 'boot',
        cacheGroups: {
          vendor: {
            name: 'vendor',
            test: /[\\/]node_modules[\\/]/,
            chunks: (chunk) => chunk.name === 'main',
            priority: 20,
          },
          // Small, and in nine screens: each would have its own copy.
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
