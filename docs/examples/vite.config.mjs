// A page that asks for walkmeshes by the address that they have in the build: npx vite build
import { defineConfig } from 'vite';
import wokflow from 'wokflow/unplugin';

/** The page itself: it reads the walkmesh of `rooms/quay.glb` and asks it for the ground. */
const PAGE = `
import { readWalkmesh } from 'wokflow';
import { query } from 'wokflow/query';
import address from '/rooms/quay.glb?wok';
const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
const { walkmesh } = readWalkmesh(bytes, 'quay.wok');
document.title = String(query(walkmesh).heightAt(90, -130));
`;

const page = {
	name: 'page',
	resolveId: (id) => (id === '/main.js' ? id : undefined),
	load: (id) => (id === '/main.js' ? PAGE : undefined),
};

export default defineConfig({ plugins: [page, wokflow.vite()], build: { target: 'esnext' } });
