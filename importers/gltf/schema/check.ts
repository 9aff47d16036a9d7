import type { Report } from '../../../src/findings/report.ts';
import type { GltfDocument } from '../document.ts';
import { GLTF_FINDINGS } from '../findings.ts';
import { isObject, type Problem, type Walk } from './rules.ts';
import { DOCUMENT } from './tables.ts';

/** A document whose shape was checked. */
export interface CheckedDocument {
	readonly document: GltfDocument;
	/** Extensions that objects of the document carry, with the place of the first. */
	readonly carried: ReadonlyMap<string, string>;
	/** False when something is wrong with a list whose faults are only told, such as `skins`. */
	readonly isSound: (collection: string) => boolean;
}

/**
 * Checks version and shape of a document: types, required properties, ranges, references.
 *
 * @throws InputError for another version and for the first fault that matters to a walkmesh; other faults are findings
 */
export function checkDocument(json: Readonly<Record<string, unknown>>, report: Report): CheckedDocument {
	checkVersion(json, report);
	const walk: Walk = { root: json, problems: [], unknown: new Map(), carried: new Map() };
	DOCUMENT(walk, json, '', true);
	for (const { pointer, text, fatal } of walk.problems) {
		if (!fatal) report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer }, { problem: text });
	}
	for (const [property, { pointer, count }] of walk.unknown) {
		report.add(GLTF_FINDINGS.GLTF_PROPERTY_UNKNOWN, { pointer }, { property, count });
	}
	const [first, ...further] = walk.problems.filter((problem) => problem.fatal).sort(byDepth);
	if (first !== undefined) {
		report.fail(
			GLTF_FINDINGS.GLTF_INVALID,
			{ pointer: first.pointer },
			{ problem: first.text, further: further.length },
		);
	}
	return {
		document: json as unknown as GltfDocument,
		carried: walk.carried,
		isSound: (collection) => !walk.problems.some(({ pointer }) => pointer.startsWith(`/${collection}`)),
	};
}

/** The nearer to the root, the more of the rest a fault explains. */
function byDepth(a: Problem, b: Problem): number {
	return a.pointer.split('/').length - b.pointer.split('/').length;
}

/** The version comes first: of a glTF 1.0 document every property would be wrong. */
function checkVersion(json: Readonly<Record<string, unknown>>, report: Report): void {
	// Only glTF 1.0 has these as objects, by name; its files do not always say their version.
	if (isObject(json['accessors']) && isObject(json['bufferViews'])) {
		report.fail(GLTF_FINDINGS.GLTF_VERSION, { pointer: '/asset' }, { version: '1.0' });
	}
	const asset = json['asset'];
	if (!isObject(asset) || typeof asset['version'] !== 'string') return;
	const { version, minVersion } = asset;
	const needed = typeof minVersion === 'string' ? minVersion : (version as string);
	const [major, minor] = /^(\d+)\.(\d+)$/.exec(needed)?.slice(1).map(Number) ?? [];
	if (major === undefined || Number.parseInt(version as string, 10) !== 2 || major !== 2) {
		report.fail(GLTF_FINDINGS.GLTF_VERSION, { pointer: '/asset/version' }, { version: needed.slice(0, 40) });
	}
	// A later 2.x may be read as 2.0 unless it says what it needs at least.
	if (minor > 0 && typeof minVersion === 'string') {
		report.fail(GLTF_FINDINGS.GLTF_VERSION, { pointer: '/asset/minVersion' }, { version: needed.slice(0, 40) });
	}
	if (version !== '2.0')
		report.add(GLTF_FINDINGS.GLTF_FAULT, { pointer: '/asset/version' }, { problem: `is ${version}; read as 2.0` });
}
