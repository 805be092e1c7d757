module github.com/postseal/postseal-go

go 1.24
