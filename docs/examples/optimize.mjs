// Pins a scene, makes it small with `gltf-transform optimize`, and takes the walkmesh of what is left: node optimize.mjs quay.glb small.glb quay.wok
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer';
import { pinWalkmesh, Walkmesh, walkmesh } from 'wokflow/gltf-transform';

const [scene, small, output] = process.argv.slice(2);
const io = new NodeIO()
	.registerExtensions([...ALL_EXTENSIONS, Walkmesh])
	.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });

const document = await io.read(scene);
await document.transform(pinWalkmesh());
await io.write('pinned.glb', document);

execFileSync('npx', ['gltf-transform', 'optimize', 'pinned.glb', small, '--texture-compress', 'false']);

const optimized = await io.read(small);
await optimized.transform(walkmesh({ kind: 'area', onWalkmesh: ({ bytes }) => writeFile(output, bytes) }));
