internal import AssetsTool

await Assets.start()
