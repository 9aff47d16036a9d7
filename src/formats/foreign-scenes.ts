import { foreignFormat } from '../text/foreign.ts';

/** A format that scenes arrive in and that is not read, and what to do about it. */
export interface ForeignScene {
	readonly name: string;
	readonly extensions: readonly string[];
	/** What to do instead. */
	readonly remedy: string;
	/** As `foreignFormat` calls it. */
	readonly content: readonly string[];
}

const IN_BLENDER = 'Open it in Blender and export glTF (.glb).';
const WITHOUT_MATERIALS =
	'It has no materials, so no surfaces: open it in Blender, give its faces materials named after surfaces, and export glTF (.glb).';

const FOREIGN_SCENES: readonly ForeignScene[] = [
	{ name: 'FBX', extensions: ['.fbx'], content: ['an FBX file', 'a binary FBX file'], remedy: IN_BLENDER },
	{ name: 'COLLADA', extensions: ['.dae'], content: ['a COLLADA file'], remedy: IN_BLENDER },
	{ name: 'STL', extensions: ['.stl'], content: ['an STL file'], remedy: WITHOUT_MATERIALS },
	{ name: 'PLY', extensions: ['.ply'], content: ['a PLY file'], remedy: WITHOUT_MATERIALS },
	{
		name: 'USD',
		extensions: ['.usd', '.usda', '.usdc', '.usdz'],
		content: ['a USD file', 'a binary USD file'],
		remedy: IN_BLENDER,
	},
	{
		name: 'A .blend file',
		extensions: ['.blend', '.blend1'],
		content: ['a Blender file'],
		remedy: 'Export glTF from Blender: File > Export > glTF 2.0 (.glb).',
	},
	{ name: '3DS', extensions: ['.3ds'], content: [], remedy: IN_BLENDER },
	{ name: 'Alembic', extensions: ['.abc'], content: ['an Alembic file'], remedy: IN_BLENDER },
	{ name: 'X3D', extensions: ['.x3d', '.wrl'], content: [], remedy: IN_BLENDER },
	{ name: 'OFF', extensions: ['.off'], content: ['an OFF file'], remedy: WITHOUT_MATERIALS },
	{
		name: 'A scene of 3ds Max',
		extensions: ['.max', '.gmax'],
		content: ['an OLE document, as 3ds Max writes'],
		remedy: 'Export OBJ or glTF from 3ds Max.',
	},
	{
		name: 'A Maya scene',
		extensions: ['.ma', '.mb'],
		content: ['a Maya scene', 'a binary Maya scene'],
		remedy: 'Export OBJ from Maya, with its material file.',
	},
	{ name: 'A SketchUp model', extensions: ['.skp'], content: [], remedy: 'Export OBJ or glTF from SketchUp.' },
];

/** The format of a scene that is not read, by its first bytes; undefined for anything else. */
export function foreignSceneByContent(head: Uint8Array): ForeignScene | undefined {
	const content = foreignFormat(head);
	return content === undefined ? undefined : FOREIGN_SCENES.find((scene) => scene.content.includes(content));
}

/** The same by the extension of its file. */
export function foreignSceneByName(fileName: string): ForeignScene | undefined {
	const name = fileName.toLowerCase();
	return FOREIGN_SCENES.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension)));
}
