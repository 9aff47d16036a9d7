import { type Document, type Extension, Logger, WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { dedup, draco, instance, meshopt, quantize, sparse } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

/** Reads and writes with every extension and encoder, and with further extensions. */
export async function transformer(...extensions: readonly (typeof Extension)[]): Promise<WebIO> {
	await MeshoptEncoder.ready;
	await MeshoptDecoder.ready;
	return new WebIO()
		.setLogger(new Logger(Logger.Verbosity.SILENT))
		.registerExtensions([...ALL_EXTENSIONS, ...extensions])
		.registerDependencies({
			'draco3d.encoder': await draco3d.createEncoderModule(),
			'draco3d.decoder': await draco3d.createDecoderModule(),
			'meshopt.encoder': MeshoptEncoder,
			'meshopt.decoder': MeshoptDecoder,
		});
}

/** Turns every list of triangles into one strip, stitched so that each triangle keeps its winding. */
function toStrips(document: Document): void {
	for (const mesh of document.getRoot().listMeshes()) {
		for (const primitive of mesh.listPrimitives()) {
			const count = primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount() ?? 0;
			const corner = (i: number): number => primitive.getIndices()?.getScalar(i) ?? i;
			const strip: number[] = [];
			for (let i = 0; i < count; i += 3) {
				const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
				if (strip.length > 0) strip.push(strip[strip.length - 1], a);
				// A triangle that begins at an odd place of a strip is drawn the other way round.
				strip.push(...(strip.length % 2 === 0 ? [a, b, c] : [a, c, b]));
			}
			const indices = document
				.createAccessor()
				.setType('SCALAR')
				.setArray(Uint32Array.from(strip))
				.setBuffer(document.getRoot().listBuffers()[0]);
			primitive.setIndices(indices).setMode(5);
		}
	}
}

/** Mirrors every mesh in x, winding and all, and its node back again. */
function mirrorTwice(document: Document): void {
	const turned = new Set();
	for (const mesh of document.getRoot().listMeshes()) {
		for (const primitive of mesh.listPrimitives()) {
			const indices = primitive.getIndices();
			const order = indices?.getArray();
			if (indices && order && !turned.has(indices)) {
				turned.add(indices);
				for (let i = 0; i < order.length; i += 3) [order[i + 1], order[i + 2]] = [order[i + 2], order[i + 1]];
				indices.setArray(order);
			}
			const positions = primitive.getAttribute('POSITION');
			const array = positions?.getArray();
			if (!array || !positions || turned.has(positions)) continue;
			turned.add(positions);
			for (let i = 0; i < array.length; i += 3) array[i] = -array[i];
			positions.setArray(array);
		}
	}
	for (const node of document.getRoot().listNodes()) {
		if (node.getMesh() === null) continue;
		const child = document.createNode(`${node.getName()}_mirrored`).setScale([-1, 1, 1]).setMesh(node.getMesh());
		child.setExtras(node.getExtras());
		node.setMesh(null).addChild(child);
	}
}

export interface Variant {
	readonly name: string;
	readonly bytes: Uint8Array;
	/** How far a corner may be off, in metres. */
	readonly tolerance: number;
	/** False where triangles come in another order or begin with another corner. */
	readonly ordered: boolean;
}

/** The same level in every encoding. */
export async function makeVariants(bytes: Uint8Array, names?: readonly string[]): Promise<Variant[]> {
	const io = await transformer();
	const variants: Variant[] = [];
	const add = async (
		name: string,
		tolerance: number,
		ordered: boolean,
		change: (document: Document) => unknown,
	): Promise<void> => {
		if (names?.includes(name) === false) return;
		const document = await io.readBinary(bytes);
		document.setLogger(new Logger(Logger.Verbosity.SILENT));
		await change(document);
		variants.push({ name, tolerance, ordered, bytes: await io.writeBinary(document) });
	};
	// 16 bits over a mesh of up to 90 m are 1.4 mm; exponents and 14 bits less.
	await add('written again', 0, true, () => {});
	await add('sparse', 0, true, (document) => document.transform(sparse({ ratio: 1 })));
	await add('strips', 0, true, toStrips);
	await add('mirrored twice', 0, false, mirrorTwice);
	await add('quantized', 0.003, false, (document) => document.transform(quantize({ quantizePosition: 16 })));
	await add('Draco, edgebreaker', 0.003, false, (document) =>
		document.transform(draco({ method: 'edgebreaker', quantizePosition: 16 })),
	);
	await add('Draco, sequential', 0.003, false, (document) =>
		document.transform(draco({ method: 'sequential', quantizePosition: 16 })),
	);
	await add('meshopt', 0.003, false, (document) =>
		document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium', quantizePosition: 16 })),
	);
	await add('meshopt with filters', 0.003, false, (document) =>
		document.transform(meshopt({ encoder: MeshoptEncoder, level: 'high', quantizePosition: 16 })),
	);
	// Copies keep their transforms as float32.
	await add('instanced', 1e-4, false, (document) => document.transform(dedup(), instance({ min: 2 })));
	return variants;
}
