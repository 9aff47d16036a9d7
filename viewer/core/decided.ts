import { decisionsBeside, decisionsText } from '../../pipeline/decisions-file.ts';
import { readSource } from '../../pipeline/read.ts';
import { withDefaults } from '../../src/findings/options.ts';
import { Report } from '../../src/findings/report.ts';
import { pathOrName } from '../../src/formats/sources.ts';
import type { Vec3 } from '../../src/math/vec3.ts';
import { type Proposals, proposeDecisions } from '../../src/propose/propose.ts';
import { type Decisions, decisionsFileName, decisionsOfNodes } from '../../src/scene/decisions.ts';
import { FRAME_OPTIONS } from '../../src/scene/frame.ts';
import type { Scene } from '../../src/scene/scene.ts';
import { baseName } from '../../src/text/paths.ts';
import type { Picture } from './picture.ts';
import type { Project } from './project.ts';

/** What was decided of a scene and what is proposed, with the scene as it was modelled: doors, tables and all that no room has. */
export interface DecidedScene {
	/** Where the decisions are kept, beside the scene. */
	readonly path: string;
	/** Whether there is such a file. */
	readonly isKept: boolean;
	readonly proposals: Proposals;
	readonly picture: ScenePicture;
}

export interface ScenePicture extends Pick<Picture, 'corners' | 'origin' | 'min' | 'max'> {
	/** 1 a face: index into the materials and objects of the proposals, −1 for none. */
	readonly materials: Int32Array;
	readonly objects: Int32Array;
}

/** The scenes of a project. @param origin of the picture that they are shown with */
export async function decidedScenes(
	project: Project,
	{ origin, min, max }: Pick<Picture, 'origin' | 'min' | 'max'>,
): Promise<DecidedScene[]> {
	const scenes: DecidedScene[] = [];
	for (const source of await project.scenes()) {
		const path = pathOrName(source);
		const before = await decisionsBeside(source, new Report());
		const frame = before?.frame?.confirmed === true ? before.frame : undefined;
		const { up, unit, scale } = withDefaults(FRAME_OPTIONS, { ...frame, ...project.options });
		// Without what was decided, so that objects that are left out are there to be seen.
		const decisions: Decisions = { version: 1, scene: source.fileName, materials: [], objects: [], rooms: [] };
		const options = { ...project.options, up, unit, scale };
		const read = await readSource(source, options, { ...project.context(new Report()), decisions }, project.registry);
		if (read.kind !== 'scene') continue;
		const proposals = proposeDecisions(read.scene, source.fileName, { up, unit, scale }, project.surfaces, before);
		scenes.push({
			path: `${path.slice(0, path.length - baseName(path).length)}${decisionsFileName(source.fileName)}`,
			isKept: before !== undefined,
			proposals,
			picture: { ...drawScene(read.scene, proposals, origin), origin, min, max },
		});
	}
	return scenes;
}

function drawScene(
	{ nodes, parts }: Scene,
	{ materials, objects }: Proposals,
	origin: Vec3,
): Pick<ScenePicture, 'corners' | 'materials' | 'objects'> {
	const count = parts.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
	const corners = new Float32Array(count * 9);
	const byFace = { materials: new Int32Array(count).fill(-1), objects: new Int32Array(count).fill(-1) };
	const names = nodes.map(({ name }) => name);
	for (const { node, name } of parts) if (names[node] === '') names[node] = name;
	const entries = decisionsOfNodes(names, { objects });
	const materialAt = new Map(materials.map(({ name }, index) => [name, index]));
	let face = 0;
	for (const { node, positions, triangles, materials: runs = [] } of parts) {
		const [entry] = [entries[node]];
		const object = entry === undefined ? -1 : objects.indexOf(entry);
		const first = face;
		for (let corner = 0; corner < triangles.length; corner++)
			for (let axis = 0; axis < 3; axis++)
				corners[(first * 3 + corner) * 3 + axis] = positions[triangles[corner] * 3 + axis] - origin[axis];
		face += triangles.length / 3;
		byFace.objects.fill(object, first, face);
		let from = first;
		for (const { material, end } of runs) {
			byFace.materials.fill(materialAt.get(material) ?? -1, from, first + end);
			from = first + end;
		}
	}
	return { corners, ...byFace };
}

/** The file that keeps decisions; what is only shown is not in it. */
export function bytesOfDecisions({ materials, ...rest }: Proposals): Uint8Array {
	const kept = materials.map(({ choices: _, triangles: __, area: ___, ...entry }) => entry);
	return new TextEncoder().encode(decisionsText({ ...rest, materials: kept }));
}
