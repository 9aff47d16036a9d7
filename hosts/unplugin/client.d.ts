// Types of the imports that `wokflow/unplugin` answers: /// <reference types="wokflow/unplugin/client" />

declare module '*?wok' {
	/** URL of the area walkmesh. */
	const url: string;
	export default url;
}

declare module '*?pwk' {
	/** URL of the placeable's walkmesh. */
	const url: string;
	export default url;
}

declare module '*?dwk' {
	/** URLs of the door's walkmeshes, by state. */
	const urls: { readonly [state in 'closed' | 'open1' | 'open2']?: string };
	export default urls;
}
