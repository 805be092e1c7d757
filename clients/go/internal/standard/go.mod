module github.com/postseal/postseal-go/internal/standard

go 1.24

require github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
